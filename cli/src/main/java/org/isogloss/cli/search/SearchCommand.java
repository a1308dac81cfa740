// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.trec.RunLine;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.ResultUnit;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.SearchRequest;
import org.isogloss.engine.SearchResults;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.QueryResult;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.pipeline.Pipeline;
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
      "With --answers, mark the answers to a question in the passages that were found.",
      "With --queries and --run, search with every query of a file and write a TREC run."
    })
public final class SearchCommand implements Callable<Integer> {
  private static final int RUN_DEPTH = 1000;
  private static final int DEFAULT_ANSWERS = 3;

  private final Console console;

  @Parameters(paramLabel = "QUERY", arity = "0..*", description = "The query.")
  private List<String> words = List.of();

  @Mixin private IndexOption index;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "Search pipeline: bm25, dense, psq, translate, {bm25:0.4,dense:0.6}wsum,"
              + " {bm25,dense}fair%%50 >> rerank(MODEL, weight=0.7); docs/reference/pipelines.md has"
              + " the grammar. Default: {bm25,dense}fair, re-ranked in an index of compact;"
              + " {bm25:2,dense}fair with a static model; bm25 without vectors.")
  private String pipeline;

  @Mixin private QueryOptions queryOptions;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Number of hits on a page (default: 10), or of each query in a run (default: 1000).")
  private Integer top;

  @Option(
      names = "--page",
      paramLabel = "N",
      description = "The page of hits to show (default: 1).")
  private int page = 1;

  @Option(
      names = "--facets",
      split = ",",
      paramLabel = "FIELDS",
      description =
          "Count the values of these fields, such as category,language, in the first 1,000"
              + " documents found.")
  private List<String> facets = List.of();

  @Option(
      names = "--group",
      paramLabel = "versions",
      description = "Show each text once, and name its versions in other languages.")
  private String group;

  @Option(
      names = "--prefer",
      split = ",",
      paramLabel = "CODES",
      description =
          "With --group: show a text in the first of these languages that it has (default: the"
              + " language of the query, if given).")
  private List<String> preferred = List.of();

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description =
          "Leave out hits that answer the query with less than this probability, from 0 to 1.")
  private Double minProbability;

  @Option(
      names = "--snippet-length",
      paramLabel = "N",
      description = "Maximum number of characters of a snippet (default: 240).")
  private Integer snippetLength;

  @Option(
      names = "--answers",
      paramLabel = "MODEL",
      description =
          "Show answers above the hits, as this model finds them in the first passages: a folder as"
              + " training writes it from a recipe of the kind answers, or one of Python's"
              + " transformers with a head for question answering.")
  private String answers;

  @Option(
      names = "--top-answers",
      paramLabel = "N",
      description = "With --answers: maximum number of answers (default: 3).")
  private Integer topAnswers;

  @Option(
      names = "--answer-passages",
      paramLabel = "N",
      description =
          "With --answers: number of hits whose passages are read, whatever page is shown (default:"
              + " 10).")
  private Integer answerPassages;

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  private boolean json;

  @Option(
      names = "--explain",
      description =
          "Show the rank of each hit in every stage of the pipeline, and which of its words matched"
              + " which words of the query: by bm25, ql, psq and translate, with probabilities, and"
              + " by vectors, with similarities.")
  private boolean explain;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description =
          "Queries as TSV (id TAB text), CSV, JSONL, Parquet or topics (TREC, CLEF, NTCIR, FIRE, HC4);"
              + " - for standard input.")
  private Path queryFile;

  @Mixin private TopicOptions topicOptions;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description = "Write the TREC run to this file; - for standard output.")
  private Path runFile;

  @Option(
      names = "--tag",
      paramLabel = "NAME",
      description = "Name of the system in the run (default: the pipeline).")
  private String tag;

  @Option(
      names = "--ignore-identical-ids",
      description =
          "With --run: leave out hits whose id is that of their query, for collections such as"
              + " ArguAna and Quora, whose queries are documents.")
  private boolean ignoreIdenticalIds;

  @Mixin private ReadingOptions common;

  SearchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (top == null) {
      top = runFile == null ? 10 : RUN_DEPTH;
    }
    OptionValidation.requireOneOrMore("--top", top);
    OptionValidation.requireOneOrMore("--page", page);
    if (snippetLength != null) {
      OptionValidation.requireOneOrMore("--snippet-length", snippetLength);
    }
    if ((queryFile == null) != (runFile == null)) {
      throw new IsoglossException("--queries and --run belong together: give both or neither");
    }
    if (tag != null && runFile == null) {
      throw new IsoglossException("--tag needs --run: it is the name of the system in the run");
    }
    if (ignoreIdenticalIds && runFile == null) {
      throw new IsoglossException(
          "--ignore-identical-ids needs --run: a query has no id without it");
    }
    if (topicOptions.areGiven() && queryFile == null) {
      throw new IsoglossException(
          "--query-field and --query-source need --queries: they select what of its topics is"
              + " searched");
    }
    if ((page > 1 || json) && runFile != null) {
      throw new IsoglossException(
          (json ? "--json" : "--page")
              + " and --run cannot be combined: a run is a file of its own format, with --top hits of"
              + " each query");
    }
    if (explain && runFile != null) {
      throw new IsoglossException(
          "--explain and --run cannot be combined: a run contains no explanations");
    }
    if (!facets.isEmpty() && runFile != null) {
      throw new IsoglossException("--facets and --run cannot be combined: a run has no facets");
    }
    if (minProbability != null && !(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    if (group != null && !group.equals("versions")) {
      throw new IsoglossException("--group is " + group + ", expected versions");
    }
    if (group == null && !preferred.isEmpty()) {
      throw new IsoglossException("--prefer needs --group versions: it chooses the version shown");
    }
    if (group != null && runFile != null) {
      throw new IsoglossException(
          "--group and --run cannot be combined: measures count every version");
    }
    if (minProbability != null && runFile != null) {
      throw new IsoglossException(
          "--min-probability and --run cannot be combined: measures of a run cut it themselves");
    }
    checkAnswerOptions();
    if (snippetLength != null && runFile != null) {
      throw new IsoglossException(
          "--snippet-length and --run cannot be combined: a run contains no snippets");
    }
    if (words.isEmpty() == (queryFile == null)) {
      throw new IsoglossException(
          "expected a query, or --queries and --run, found "
              + (words.isEmpty() ? "neither" : "both"));
    }
    OutputFileValidator.prepareWithFolders(console, runFile);
    EngineBuilder builder = queryOptions.engine(index.location(), common.threads);
    if (answers != null) {
      builder.answers(answers);
    }
    try (SearchEngine engine = open(builder)) {
      if (pipeline == null) {
        pipeline = engine.defaultPipeline().toString();
      }
      if (queryFile == null) {
        show(engine, queryOptions.query(words, engine.encoder(), console));
      } else {
        run(engine);
      }
      QueryOptions.requireIntact(engine);
    }
    return 0;
  }

  private void checkAnswerOptions() {
    if (answers == null) {
      if (topAnswers != null || answerPassages != null) {
        throw new IsoglossException(
            (topAnswers != null ? "--top-answers" : "--answer-passages")
                + " needs --answers MODEL, the model that finds answers");
      }
      return;
    }
    if (runFile != null) {
      throw new IsoglossException(
          "--answers and --run cannot be combined: a run contains no answers; give a single query");
    }
    if (topAnswers != null) {
      OptionValidation.requireOneOrMore("--top-answers", topAnswers);
    }
    if (answerPassages != null) {
      OptionValidation.requireOneOrMore("--answer-passages", answerPassages);
    }
  }

  private SearchEngine open(EngineBuilder builder) {
    if (pipeline == null) {
      return queryOptions.open(builder, index.location());
    }
    Pipeline parsed = Pipeline.parse(pipeline);
    // A pipeline without vectors need not wait for a model to load, unless it explains the words.
    (parsed.usesVectors() || explain ? builder : builder.withoutVectors()).pipeline(parsed);
    return index.withTranslationHint(parsed, () -> queryOptions.open(builder, index.location()));
  }

  private void noteDeromanization(Query query, Query searched) {
    if (!searched.text().equals(query.text())) {
      console.note(
          "Searched for \""
              + searched.text()
              + "\" ("
              + searched.language().name()
              + "); --no-deromanize searches for the letters as they are.");
    }
  }

  private void show(SearchEngine engine, Query query) {
    SearchRequest request =
        SearchRequest.of(query)
            .withLanguages(queryOptions.documentLanguages())
            .withDepth(top)
            .withPage(page)
            .withExplanations(explain)
            .withSnippetLength(snippetLength == null ? Snippet.DEFAULT_LENGTH : snippetLength)
            .withFacets(facets.toArray(String[]::new));
    if (group != null) {
      request = request.withGroupedVersions(preferred.toArray(String[]::new));
    }
    if (minProbability != null) {
      request = request.withMinProbability(minProbability);
    }
    if (answers != null) {
      request =
          request.withAnswers(
              topAnswers == null ? DEFAULT_ANSWERS : topAnswers,
              answerPassages == null ? SearchRequest.DEFAULT_ANSWER_PASSAGES : answerPassages);
    }
    SearchResults results =
        engine.search(
            queryOptions.filter().isPresent()
                ? request.withFilter(queryOptions.filter().get())
                : request);
    noteDeromanization(query, results.request().query());
    HitPrinter printer = new HitPrinter(results);
    if (json) {
      console.printJson(printer.toJson(pipeline));
    } else if (results.isEmpty()) {
      console.note(
          page == 1
              ? printer.toNote().orElse("Nothing found.")
              : "No more hits on page " + page + ".");
    } else {
      if (!results.answers().isEmpty()) {
        console.printStyled(printer.toAnswerTable(console).stripTrailing());
        console.print("");
      }
      console.printStyled(printer.toTable(console).stripTrailing());
      printer.toAnswerNote().ifPresent(console::note);
      printer.toNote().ifPresent(console::note);
      if (!facets.isEmpty()) {
        console.print("");
        printer.toFacetLines().forEach(console::print);
      }
    }
  }

  private Records<Query> readQueries() {
    return OptionHint.add(
        "--query-language CODE",
        failure -> lacksLanguage(),
        () ->
            Queries.read(
                queryFile, topicOptions.selection(queryOptions.language()), common.onError));
  }

  /** Returns whether the file name should state the language of the queries but does not. */
  private boolean lacksLanguage() {
    return queryOptions.language().isUndetermined()
        && Files.isRegularFile(queryFile)
        && DataFormat.detect(queryFile) == DataFormat.CLIRMATRIX_QUERIES
        && ClirMatrix.findLanguages(queryFile).isEmpty();
  }

  private void run(SearchEngine engine) {
    Pipeline searched = engine.defaultPipeline();
    Retriever retriever =
        engine.retriever(
            searched, queryOptions.documentLanguages(), queryOptions.filter(), ResultUnit.DOCUMENT);
    List<Query> queries;
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<Query> records = readQueries().onSkipped(skipped)) {
      queries = TopicOptions.read(records::toList);
      skipped.print(queryFile, records);
    }
    long cut = queries.stream().filter(query -> !QueryLimit.truncate(query).equals(query)).count();
    if (cut > 0) {
      console.warn(
          "only the first "
              + Console.formatCount(QueryLimit.MAX_WORDS)
              + " words of "
              + Console.formatCount(cut, "query", "queries")
              + " are used");
    }
    ProgressBar progress = console.progress("Searching", "queries");
    String system = tag == null ? pipeline.replaceAll("\\s+", "") : tag;
    long hits;
    // The hit that is left out makes room for another one.
    int depth = ignoreIdenticalIds ? Math.addExact(top, 1) : top;
    int threads = BatchSearch.recommendedThreads(searched, common.threads);
    try (Stream<QueryResult> answers = BatchSearch.search(retriever, queries, depth, threads);
        RecordWriter<RunLine> writer = TrecRun.writer(runFile)) {
      long[] answered = new long[1];
      answers.forEachOrdered(
          answer -> {
            TrecRun.toLines(answer.query().id(), ranking(answer), system).forEach(writer::write);
            progress.update(++answered[0], queries.size());
          });
      writer.commit();
      hits = writer.writtenCount();
    }
    console.endProgress();
    console.note(
        "Wrote "
            + Console.formatCount(hits, "hit", "hits")
            + " of "
            + Console.formatCount(queries.size(), "query", "queries")
            + " to "
            + OutputFileValidator.displayName(runFile));
  }

  /** Returns the hits of a query for the run. */
  private Ranking ranking(QueryResult answer) {
    if (!ignoreIdenticalIds) {
      return answer.ranking();
    }
    String query = answer.query().id();
    return Ranking.of(
            answer.ranking().hits().stream()
                .filter(hit -> !hit.documentId().equals(query))
                .toList())
        .top(top);
  }
}
