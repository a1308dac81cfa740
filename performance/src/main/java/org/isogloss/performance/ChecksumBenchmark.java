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
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.StaticEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.index.IndexFolder;

/**
 * Measures what the verification of checksums costs when an index is opened. A process verifies a
 * file again only if its time of modification has changed, so openings with and without
 * verification take turns: the benchmark changes the times before each opening with verification.
 * Run by {@code performance/checksums}.
 */
public final class ChecksumBenchmark {
  private static final int WARM_UP = 5;
  private static final int WORDS = 60;
  private static final Query QUERY = Query.of("the river in the north of the country");

  private final List<Double> openedWith = new ArrayList<>();
  private final List<Double> openedWithout = new ArrayList<>();
  private final List<Double> answeredWith = new ArrayList<>();
  private final List<Double> answeredWithout = new ArrayList<>();
  private final Path index;

  private ChecksumBenchmark(Path index) {
    this.index = index;
  }

  /**
   * Runs the benchmark.
   *
   * @param args output folder, number of passages, number of openings of each kind
   */
  public static void main(String[] args) throws IOException {
    Path index = Path.of(args[0]).resolve("checksums-" + args[1]);
    if (!Files.exists(index)) {
      write(index, Integer.parseInt(args[1]));
    }
    ChecksumBenchmark benchmark = new ChecksumBenchmark(index);
    for (int round = -WARM_UP; round < Integer.parseInt(args[2]); round++) {
      benchmark.forgetVerification(round);
      benchmark.open(round, benchmark.openedWith, benchmark.answeredWith);
      benchmark.open(round, benchmark.openedWithout, benchmark.answeredWithout);
    }
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      out.println(line("opened", benchmark.openedWith, benchmark.openedWithout));
      out.println(line("first answer", benchmark.answeredWith, benchmark.answeredWithout));
    }
  }

  /** Writes an index of documents of one passage, with vectors. */
  private static void write(Path index, int passages) throws IOException {
    List<String> words =
        SampleSentences.sentences().stream()
            .flatMap(sentence -> Stream.of(sentence.split(" ", -1)))
            .toList();
    Random random = new Random(1);
    List<Document> documents =
        IntStream.range(0, passages)
            .mapToObj(
                i -> {
                  int start = random.nextInt(words.size() - WORDS);
                  String text = String.join(" ", words.subList(start, start + WORDS));
                  return new Document("d" + i, Language.of("en"), "", text);
                })
            .toList();
    Files.createDirectories(index.getParent());
    try (Encoder encoder = StaticEncoder.of(ModelFolder.open("tiny"));
        Indexer indexer = Indexer.at(index).encoder("tiny", encoder).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }

  private void forgetVerification(int round) throws IOException {
    try (Stream<Path> files = Files.list(IndexFolder.lucene(index))) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * (WARM_UP + round + 1)));
      }
    }
  }

  private void open(int round, List<Double> opened, List<Double> answered) {
    long start = System.nanoTime();
    try (SearchIndex search = SearchIndex.open(index)) {
      double seconds = (System.nanoTime() - start) / 1e9;
      search.retriever("bm25").retrieve(QUERY, 10);
      if (round >= 0) {
        opened.add(seconds);
        answered.add((System.nanoTime() - start) / 1e9);
      }
      search.requireIntact(Duration.ofMinutes(1)); // So that it does not slow the next opening.
    }
  }

  private static String line(String name, List<Double> with, List<Double> without) {
    double verified = Median.of(with);
    double unverified = Median.of(without);
    MeasurementFile.append(name, Map.of("with_ms", 1e3 * verified, "without_ms", 1e3 * unverified));
    return String.format(
        Locale.ROOT,
        "%-12s  with verification %.1f ms, without %.1f ms: %+.1f %%",
        name,
        1e3 * verified,
        1e3 * unverified,
        100 * (verified / unverified - 1));
  }
}
