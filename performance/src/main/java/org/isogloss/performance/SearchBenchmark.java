// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.IndexingSummary;

/**
 * Measures indexing and searching with the default model, with and without token vectors in the
 * index: whole requests with ten results and their snippets, one after the other, by turns. Also
 * counts for how many questions whose language is not stated the first text is shown in it.
 */
public final class SearchBenchmark {
  private static final int QUESTIONS_PER_FILE = 25;
  private static final int ROUNDS = 3;
  private static final String STORED = "token vectors in the index";
  private static final Pipeline WITHOUT_RERANKER = Pipeline.parse("{bm25, dense}fair");

  /** The default before {@code lead} and the margin of {@code translations}. */
  private static final Pipeline FORMER_DEFAULT =
      Pipeline.parse(
          "{bm25, dense}fair >> rerank(reranker, weight=0.9, first=100) >>"
              + " translations(complete=5)");

  private final UnseenQueries unseen = new UnseenQueries();
  private final PrintStream out;
  private final List<Query> queries = new ArrayList<>();
  private final Map<Measured, List<Double>> milliseconds = new LinkedHashMap<>();

  /** Means of each round, of all threads. */
  private final Map<Measured, List<Double>> processorMilliseconds = new LinkedHashMap<>();

  /** A pipeline that is measured in an index, which has a name. */
  private record Measured(String index, Pipeline pipeline) {}

  private SearchBenchmark(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the benchmark.
   *
   * @param args folder of files in SQuAD's format, output folder
   */
  public static void main(String[] args) throws IOException {
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      new SearchBenchmark(out).measure(Path.of(args[0]), Path.of(args[1]));
    }
  }

  private void measure(Path collection, Path folder) throws IOException {
    readQuestions(collection);
    try (SearchEngine stored = indexed(collection, folder.resolve("token-vectors"), "reranker");
        SearchEngine plain = indexed(collection, folder.resolve("plain"), Models.NONE)) {
      for (int round = 0; round <= ROUNDS; round++) {
        // A different order in each round, so that none has its queries always in caches.
        Collections.shuffle(queries, new Random(round));
        boolean warmUp = round == 0;
        for (Pipeline pipeline :
            List.of(stored.defaultPipeline(), FORMER_DEFAULT, WITHOUT_RERANKER)) {
          search(STORED, stored, pipeline, warmUp);
        }
        search("none", plain, plain.defaultPipeline(), warmUp);
        search("none", plain, WITHOUT_RERANKER, warmUp);
      }
      countOwnVersions(stored);
      milliseconds.forEach(this::report);
      append("default", new Measured(STORED, stored.defaultPipeline()));
      append("first stage", new Measured(STORED, WITHOUT_RERANKER));
    }
  }

  private void readQuestions(Path collection) throws IOException {
    try (Stream<Path> files = Files.list(collection)) {
      for (Path file : files.sorted().toList()) {
        try (Records<SquadParagraph> paragraphs = SquadDataset.read(file, OnError.FAIL)) {
          paragraphs.stream()
              .flatMap(paragraph -> SquadTestCollection.queries(paragraph).stream())
              .limit(QUESTIONS_PER_FILE)
              .forEach(queries::add);
        }
      }
    }
  }

  private SearchEngine indexed(Path collection, Path folder, String tokenVectors) {
    FolderTree.deleteIfExists(folder);
    SearchEngine engine = SearchEngine.at(folder).tokenVectors(tokenVectors).openOrCreate();
    try {
      IndexingSummary summary = engine.index(collection);
      double seconds = summary.elapsed().toMillis() / 1e3;
      print(
          "%s: %d passages in %.0f s, %.1f a second, %.1f MB",
          folder.getFileName(),
          summary.passages(),
          seconds,
          summary.passages() / seconds,
          FolderTree.size(folder) / 1e6);
    } finally {
      engine.close();
    }
    return SearchEngine.open(folder);
  }

  /** Searches with every query. */
  private void search(String index, SearchEngine engine, Pipeline pipeline, boolean warmUp) {
    List<Double> all =
        milliseconds.computeIfAbsent(new Measured(index, pipeline), name -> new ArrayList<>());
    unseen.nextPass();
    Duration processorBefore = processorTime();
    for (Query query : queries) {
      SearchRequest request = SearchRequest.of(unseen.of(query)).withPipeline(pipeline);
      long before = System.nanoTime();
      engine.search(request);
      if (!warmUp) {
        all.add((System.nanoTime() - before) / 1e6);
      }
    }
    if (!warmUp) {
      processorMilliseconds
          .computeIfAbsent(new Measured(index, pipeline), name -> new ArrayList<>())
          .add(processorTime().minus(processorBefore).toNanos() / 1e6 / queries.size());
    }
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  /** Groups translations; the language of a question is not stated. */
  private void countOwnVersions(SearchEngine engine) {
    int own = 0;
    for (Query query : queries) {
      SearchRequest request = SearchRequest.of(query.text()).withGroupedTranslations().withTop(1);
      own +=
          engine.search(request).stream()
                  .anyMatch(result -> result.passage().language().equals(query.language()))
              ? 1
              : 0;
    }
    print("first text shown in the language of the question: %d of %d", own, queries.size());
  }

  private void report(Measured measured, List<Double> times) {
    double[] sorted = sorted(times);
    double[] without = sorted(milliseconds.get(new Measured(measured.index(), WITHOUT_RERANKER)));
    print(
        "%s | %s | %d searches: p50 %.1f ms, p99 %.1f ms, %.1f ms of the processors; p50 %.2f of"
            + " that of %s",
        measured.index(),
        measured.pipeline(),
        sorted.length,
        sorted[sorted.length / 2],
        sorted[sorted.length * 99 / 100],
        Median.of(processorMilliseconds.get(measured)),
        sorted[sorted.length / 2] / without[without.length / 2],
        WITHOUT_RERANKER);
  }

  private void append(String name, Measured measured) {
    double[] sorted = sorted(milliseconds.get(measured));
    MeasurementFile.append(
        name,
        Map.of(
            "p50_ms",
            sorted[sorted.length / 2],
            "processor_ms",
            Median.of(processorMilliseconds.get(measured))));
  }

  private static double[] sorted(List<Double> times) {
    return times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
