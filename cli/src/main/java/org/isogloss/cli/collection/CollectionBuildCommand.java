// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.construction.CollectionBuilder;
import org.isogloss.benchmarks.construction.CollectionFormat;
import org.isogloss.benchmarks.construction.CollectionStatistics;
import org.isogloss.benchmarks.construction.ConstructionListener;
import org.isogloss.benchmarks.construction.ConstructionOptions;
import org.isogloss.benchmarks.construction.Split;
import org.isogloss.benchmarks.construction.SplitSizes;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.Records;
import org.isogloss.data.collection.LinkedDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss collection build}. */
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    description = {
      "Build a test collection from documents that are linked across languages, in the manner of"
          + " CLIRMatrix (Sun and Duh 2020).",
      "",
      "Queries are the titles of documents. BM25 ranks the documents in the language of a query;"
          + " natural breaks cut the scores into grades from 1 to 6, which are carried over the"
          + " links to the documents in the other languages. Other documents, of grade 0, complete"
          + " the candidates.",
      "",
      "Writes a folder for each format, links.tsv, statistics.json and statistics.html."
    })
final class CollectionBuildCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private CollectionSourceOptions source;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Create this folder, which must not exist or must be empty.")
  private Path to;

  @Option(
      names = "--format",
      split = ",",
      paramLabel = "clirmatrix|beir|trec|training",
      description =
          "Formats to write, separated by commas; training is that of recipes (default:"
              + " clirmatrix,beir,trec).")
  private Set<CollectionFormat> formats = ConstructionOptions.DEFAULT.formats();

  @Option(
      names = "--depth",
      paramLabel = "N",
      description =
          "Number of documents that are retrieved and graded for a query (default:"
              + " ${DEFAULT-VALUE}).")
  private int depth = ConstructionOptions.DEFAULT.depth();

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "Number of candidates of a query in each document language (default: ${DEFAULT-VALUE}).")
  private int candidates = ConstructionOptions.DEFAULT.candidates();

  @Option(
      names = "--train",
      paramLabel = "N",
      description =
          "Maximum number of pages in the training split (default: ${DEFAULT-VALUE}). If there are"
              + " fewer pages in total, all splits are reduced in proportion.")
  private int train = SplitSizes.DEFAULT.train();

  @Option(
      names = "--validation",
      paramLabel = "N",
      description = "Maximum number of pages in the validation split (default: ${DEFAULT-VALUE}).")
  private int validation = SplitSizes.DEFAULT.validation();

  @Option(
      names = "--test",
      paramLabel = "N",
      description = "Maximum number of pages in the test split (default: ${DEFAULT-VALUE}).")
  private int test = SplitSizes.DEFAULT.test();

  @Option(
      names = "--monolingual",
      description = "Include the candidates in the language of the query too.")
  private boolean monolingual;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the splits and of the sampling of candidates (default: ${DEFAULT-VALUE}).")
  private long seed = ConstructionOptions.DEFAULT.seed();

  @Mixin private ReadingOptions common;

  CollectionBuildCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    ConstructionOptions options =
        OptionHint.add(
            "--depth N, --candidates N, --train N, --validation N, --test N",
            () ->
                ConstructionOptions.DEFAULT
                    .withFormats(formats)
                    .withCandidates(depth, candidates)
                    .withSizes(new SplitSizes(train, validation, test))
                    .withMonolingual(monolingual)
                    .withSeed(seed)
                    .withThreads(common.threads));
    OptionHint.run(
        "--to DIR", OptionHint.concerning(to), () -> AtomicFolder.requireAbsentOrEmpty(to));
    CollectionBuilder builder = new CollectionBuilder(options, new ProgressPrinter());
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<LinkedDocument> documents = source.open(common, skipped)) {
      CollectionStatistics statistics = source.hint(() -> builder.build(to, documents));
      console.endProgress();
      skipped.print("the documents", documents.skippedCount());
      print(statistics);
    }
    return 0;
  }

  private void print(CollectionStatistics statistics) {
    if (statistics.ignoredLinks() > 0) {
      console.warn(
          "ignored "
              + Console.formatCount(statistics.ignoredLinks(), "link", "links")
              + " that would have joined two documents of a language");
    }
    console.printRow(
        "documents",
        statistics.languages().stream()
            .map(one -> one.language() + " " + Console.formatCount(one.documents()))
            .collect(Collectors.joining(", ")));
    List<String> pages = new ArrayList<>();
    List<String> queries = new ArrayList<>();
    for (Split split : Split.values()) {
      pages.add(split.fileName() + " " + Console.formatCount(statistics.pages().get(split)));
      queries.add(split.fileName() + " " + Console.formatCount(statistics.queries(split)));
    }
    console.printRow("pages", String.join(", ", pages));
    console.printRow(
        "queries",
        String.join(", ", queries)
            + " (of "
            + Console.formatCount(statistics.pairs().size(), "language pair", "language pairs")
            + ")");
    console.printRow("grades", grades(statistics.grades()));
    console.printRow("written to", to + ", see " + to.resolve("statistics.html"));
  }

  /** {@code 0 50.1%, 1 20.0%, ...}. */
  private static String grades(List<Long> grades) {
    long total = grades.stream().mapToLong(Long::longValue).sum();
    List<String> shares = new ArrayList<>();
    for (int grade = 0; grade < grades.size(); grade++) {
      shares.add(String.format(Locale.ROOT, "%d %.1f%%", grade, 100.0 * grades.get(grade) / total));
    }
    return String.join(", ", shares);
  }

  /** Shows a progress bar for each step. */
  private final class ProgressPrinter implements ConstructionListener {
    private ProgressBar bar = ProgressBar.NONE;
    private boolean searching;

    @Override
    public void indexing(long documents, double fraction) {
      if (bar == ProgressBar.NONE) {
        bar = console.progress("Indexing", "documents");
      }
      bar.update(documents, fraction > 0 ? Math.round(documents / fraction) : 0);
    }

    @Override
    public void searching(long titles, long total) {
      if (!searching) {
        searching = true;
        bar = console.progress("Searching", "titles");
      }
      bar.update(titles, total);
    }
  }
}
