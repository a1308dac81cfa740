// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.api.SearchRequest;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Query;
import org.isogloss.data.Records;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Queries;
import org.isogloss.engine.SearchEngine;
import org.isogloss.options.OptionValidation;
import org.isogloss.search.QueryLimit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Search an index with every query of a file, and write a TREC run.",
      "",
      "With --json, write a line of JSON for each query instead: what search --json prints, with"
          + " the id of the query as query_id."
    })
public final class RunCommand implements Callable<Integer> {
  private static final int RUN_DEPTH = 1000;

  private final Console console;

  @Option(
      names = "--queries",
      required = true,
      paramLabel = "FILE",
      description =
          "Queries as TSV (id TAB text), CSV, JSONL, Parquet or topics (TREC, CLEF, NTCIR, FIRE, HC4);"
              + " - for standard input.")
  private Path queryFile;

  @Mixin private TopicOptions topics;

  @Mixin private SearchOptions search;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write to this file; compressed if the name ends in .gz (default: standard output).")
  private Path output = Path.of("-");

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Maximum number of hits of each query (default: 1000; with --json: 10).")
  private Integer top;

  @ArgGroup private Format format = new Format();

  @Mixin private ReadingOptions common;

  /** What is written. */
  private static final class Format {
    @ArgGroup(exclusive = false)
    private Run run = new Run();

    @ArgGroup(exclusive = false)
    private Json json;
  }

  /** A TREC run. */
  private static final class Run {
    @Option(
        names = "--tag",
        paramLabel = "NAME",
        description = "Name of the system in the run (default: the pipeline).")
    private Optional<String> tag = Optional.empty();

    @Option(
        names = "--ignore-identical-ids",
        description =
            "Leave out hits whose id is that of their query, for collections such as ArguAna and"
                + " Quora, whose queries are documents.")
    private boolean ignoreIdenticalIds;
  }

  /** Results with passages, snippets and probabilities. */
  static final class Json extends ResultOptions {
    @Option(
        names = "--json",
        required = true,
        description = "Write the results as JSON, with passages, snippets and probabilities.")
    boolean json;
  }

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (top == null) {
      top = format.json == null ? RUN_DEPTH : SearchRequest.DEFAULT_TOP;
    }
    OptionValidation.requireOneOrMore("--top", top);
    ResultOptions results = format.json == null ? new ResultOptions() : format.json;
    results.validate();
    OutputFileValidator.prepareWithFolders(console, output);
    try (SearchEngine engine = search.open(results, common.threads)) {
      List<Query> queries = readQueries();
      QueryBatch batch = new QueryBatch(engine, queries, search, common.threads, console);
      long hits =
          format.json == null
              ? batch.writeRun(output, top, format.run.tag, format.run.ignoreIdenticalIds)
              : batch.writeJson(output, top, results);
      console.endProgress();
      console.note(
          "Wrote "
              + Console.formatCount(hits, "hit", "hits")
              + " of "
              + Console.formatCount(queries.size(), "query", "queries")
              + " to "
              + OutputFileValidator.displayName(output));
      QueryOptions.requireIntact(engine);
    }
    return 0;
  }

  private List<Query> readQueries() {
    List<Query> queries;
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<Query> records = openQueries().onSkipped(skipped)) {
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
    return queries;
  }

  private Records<Query> openQueries() {
    return OptionHint.add(
        "--query-language CODE",
        failure -> lacksLanguage(),
        () -> Queries.read(queryFile, topics.selection(search.query().language()), common.onError));
  }

  /** Returns whether the file name should state the language of the queries but does not. */
  private boolean lacksLanguage() {
    return search.query().language().isUndetermined()
        && Files.isRegularFile(queryFile)
        && DataFormat.detect(queryFile) == DataFormat.CLIRMATRIX_QUERIES
        && ClirMatrix.findLanguages(queryFile).isEmpty();
  }
}
