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
import java.util.ArrayList;
import java.util.Arrays;
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
 * index: whole requests with ten results and their snippets, one after the other, by turns.
 */
public final class SearchBenchmark {
  private static final int QUESTIONS_PER_FILE = 25;
  private static final int ROUNDS = 3;
  private static final String WITHOUT_RERANKER = "{bm25, dense}fair";

  private final UnseenQueries unseen = new UnseenQueries();
  private final PrintStream out;
  private final List<Query> queries = new ArrayList<>();
  private final Map<String, List<Double>> milliseconds = new LinkedHashMap<>();

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
        search("token vectors in the index", stored, stored.defaultPipeline(), warmUp);
        search("token vectors in the index", stored, Pipeline.parse(WITHOUT_RERANKER), warmUp);
        search("none", plain, plain.defaultPipeline(), warmUp);
        search("none", plain, Pipeline.parse(WITHOUT_RERANKER), warmUp);
      }
    }
    milliseconds.forEach(this::report);
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
        milliseconds.computeIfAbsent(index + " | " + pipeline, name -> new ArrayList<>());
    unseen.nextPass();
    for (Query query : queries) {
      SearchRequest request = SearchRequest.of(unseen.of(query)).withPipeline(pipeline);
      long before = System.nanoTime();
      engine.search(request);
      if (!warmUp) {
        all.add((System.nanoTime() - before) / 1e6);
      }
    }
  }

  private void report(String name, List<Double> times) {
    double[] sorted = times.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    print(
        "%s | %d searches: p50 %.1f ms, p99 %.1f ms",
        name, sorted.length, sorted[sorted.length / 2], sorted[sorted.length * 99 / 100]);
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
