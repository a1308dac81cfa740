// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.LineWrap;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.search.QuerySource.HitLine;
import org.isogloss.cli.search.QuerySource.Line;
import org.isogloss.cli.search.QuerySource.QueryLine;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.engine.SearchEngine;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss search}. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = {
      "Search an index with a query in any language.",
      "",
      "Without a query, the index and its models stay open for many queries. At a terminal, the"
          + " number of a hit shows the document, and the arrow down types the next number.",
      "",
      "With --answers, mark the answers to a question in the passages that were found. isogloss run"
          + " searches with every query of a file."
    })
public final class SearchCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "QUERY",
      arity = "0..*",
      description =
          "The query. Without one, queries are read from the terminal, where Tab completes them, or"
              + " line by line from standard input.")
  private List<String> words = List.of();

  @Mixin private SearchOptions search;

  @Option(
      names = "--literal",
      description =
          "Search for all characters of the query as text. Otherwise, \"two words\", +word, word*,"
              + " -word and field:value state what the documents contain;"
              + " isogloss help reference/queries.")
  private boolean literal;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of hits on a page (default: ${DEFAULT-VALUE}).")
  private int top = SearchRequest.DEFAULT_TOP;

  @Option(
      names = "--page",
      paramLabel = "N",
      description = "The page of hits to show (default: ${DEFAULT-VALUE}).")
  private int page = 1;

  @Mixin private ResultOptions results;

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  private boolean json;

  @Mixin private CommonOptions common;

  SearchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--top", top);
    OptionValidation.requireOneOrMore("--page", page);
    results.validate();
    try (SearchEngine engine = search.open(results, common.threads)) {
      if (words.isEmpty()) {
        answer(engine);
      } else {
        search(engine, words);
      }
      QueryOptions.requireIntact(engine);
    }
    return 0;
  }

  /** Answers the queries of the terminal or of standard input. */
  private void answer(SearchEngine engine) {
    boolean interactive = console.terminal().readsInput();
    if (interactive) {
      console.note(
          "Type a query, or the number of a hit to read it. Tab completes, arrow up repeats, Ctrl+D"
              + " ends.");
    }
    try (QuerySource queries =
        interactive
            ? new TerminalQueries(typed -> engine.complete(CompletionRequest.of(typed)))
            : new PipedQueries(System.in)) {
      List<SearchResult> hits = List.of();
      for (Optional<Line> line = queries.next(); line.isPresent(); line = queries.next()) {
        switch (line.get()) {
          case HitLine hit -> show(engine, hits.get(hit.rank() - 1));
          case QueryLine query -> {
            if (!interactive && !json) {
              console.print("> " + query.text());
            }
            Optional<SearchResults> found = tryToSearch(engine, query.text(), interactive);
            hits = found.map(SearchResults::results).orElse(hits);
            queries.show(hits.size());
            if (!json) {
              console.print("");
            }
          }
        }
      }
    }
  }

  /** Searches; at a terminal, an error of a query does not end the session. */
  private Optional<SearchResults> tryToSearch(
      SearchEngine engine, String query, boolean interactive) {
    try {
      return Optional.of(search(engine, List.of(query)));
    } catch (IsoglossException e) {
      if (!interactive) {
        throw e;
      }
      console.error(e.getMessage());
      return Optional.empty();
    }
  }

  /** Prints the passages of a document. */
  private void show(SearchEngine engine, SearchResult result) {
    String id = result.hit().documentId();
    console.print(id + (result.passage().title().isEmpty() ? "" : ": " + result.passage().title()));
    int width = console.terminal().tableColumns().orElse(Integer.MAX_VALUE);
    engine
        .view()
        .passages(id)
        .forEach(passage -> console.print("\n" + LineWrap.wrap(passage.text(), width)));
    console.print("");
  }

  private SearchResults search(SearchEngine engine, List<String> text) {
    Query query = search.query().query(text, engine.models().encoder(), console);
    SearchRequest request =
        SearchRequest.of(query).withLiteral(literal).withTop(top).withPage(page);
    SearchResults found = engine.search(results.apply(search.select(request)));
    noteReading(query, found.request());
    found.suggestion().ifPresent(other -> console.note("Did you mean \"" + other + "\"?"));
    print(found, engine);
    return found;
  }

  private void noteReading(Query query, SearchRequest read) {
    Query searched = read.query();
    if (read.conditions().isPresent()) {
      console.note(
          "Searched for \""
              + searched.text()
              + "\" in documents that meet: "
              + read.conditions().get()
              + "; --literal searches for all characters as text.");
    } else if (!searched.text().equals(query.text())) {
      console.note(
          "Searched for \""
              + searched.text()
              + "\" ("
              + searched.language().name()
              + "); --no-deromanize searches for the letters as they are.");
    }
  }

  private void print(SearchResults found, SearchEngine engine) {
    HitPrinter printer = new HitPrinter(found);
    if (json) {
      console.printJson(printer.toJson(search.pipeline(engine)));
    } else if (found.isEmpty()) {
      console.note(
          page == 1
              ? printer.toNote().orElse("Nothing found.")
              : "No more hits on page " + page + ".");
      found.nothingFound().ifPresent(why -> why.sentences().forEach(console::note));
    } else {
      printer.toNote().ifPresent(console::note);
      if (!found.answers().isEmpty()) {
        console.printStyled(printer.toAnswerTable(console).stripTrailing());
        console.print("");
      }
      console.printStyled(printer.toTable(console).stripTrailing());
      printer.toAnswerNote().ifPresent(console::note);
      if (results.hasFacets()) {
        console.print("");
        printer.toFacetLines().forEach(console::print);
      }
    }
  }
}
