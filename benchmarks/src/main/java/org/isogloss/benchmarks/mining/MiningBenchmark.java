// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.io.FolderTree;
import org.isogloss.core.util.Margin;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.mining.MiningListener;
import org.isogloss.mining.MiningSession;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.scoring.MinedPair;

/**
 * Measures mining as BUCC does: precision and recall of pairs hidden among other sentences. Unlike
 * the other benchmarks it needs an encoder and no index.
 */
public final class MiningBenchmark {
  /** Description in one sentence. */
  public static final String DESCRIPTION =
      "pairs of news sentences (NTREX-128) are hidden among others and mined, as in BUCC";

  private MiningBenchmark() {}

  /**
   * Measures an encoder.
   *
   * @param data the folder that contains {@code ntrex}; {@code bitext} and {@code help} are in it
   *     or in its parent
   * @param model name of the encoder in the result
   * @param listener receives lines instead of queries
   * @throws org.isogloss.core.IsoglossException if data is missing or malformed
   */
  public static MiningBenchmarkResult run(
      Path data,
      String model,
      Encoder encoder,
      MiningBenchmarkOptions setting,
      BenchmarkListener listener) {
    MiningTestSetReader testSets = new MiningTestSetReader(data);
    List<MiningTestSet> all = new ArrayList<>();
    for (Language language : setting.languages()) {
      all.add(testSets.read(language, setting.backgroundSentences(), setting.seed()));
    }
    return run(all, model, encoder, setting, listener);
  }

  /**
   * Measures an encoder on given test sets.
   *
   * @param setting its languages, background sentences and seed are ignored
   */
  public static MiningBenchmarkResult run(
      List<MiningTestSet> testSets,
      String model,
      Encoder encoder,
      MiningBenchmarkOptions setting,
      BenchmarkListener listener) {
    long lines =
        testSets.stream().mapToLong(set -> set.source().size() + set.target().size()).sum();
    List<MiningBenchmarkResult.PairResult> mined = new ArrayList<>();
    long before = 0;
    for (MiningTestSet set : testSets) {
      LineProgress progress = new LineProgress(listener, before, lines, set.source().size());
      mined.add(mine(set, encoder, setting, progress));
      before += set.source().size() + set.target().size();
    }
    return new MiningBenchmarkResult(model, setting, mined);
  }

  private static MiningBenchmarkResult.PairResult mine(
      MiningTestSet testSet,
      Encoder encoder,
      MiningBenchmarkOptions setting,
      LineProgress progress) {
    try {
      Path folder = Files.createTempDirectory("isogloss-mining");
      try {
        Path source = Files.write(folder.resolve("source"), testSet.source());
        Path target = Files.write(folder.resolve("target"), testSet.target());
        return mine(testSet, folder, source, target, encoder, setting, progress);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MiningBenchmarkResult.PairResult mine(
      MiningTestSet testSet,
      Path folder,
      Path source,
      Path target,
      Encoder encoder,
      MiningBenchmarkOptions setting,
      LineProgress progress) {
    progress.source = source;
    long started = System.nanoTime();
    try (MiningSession work =
        MiningSession.open(
            folder.resolve("work"), source, target, encoder, setting.options(), progress)) {
      long encoded = System.nanoTime();
      BidirectionalNeighbours neighbours = work.findNeighbours(progress);
      long compared = System.nanoTime();
      Map<Margin, PrecisionRecallCurve> curves = new EnumMap<>(Margin.class);
      for (Margin margin : Margin.values()) {
        List<MinedPair> pairs = neighbours.pairs(margin, setting.selection());
        curves.put(margin, curve(pairs, work.source(), work.target(), testSet));
      }
      return new MiningBenchmarkResult.PairResult(
          testSet.languages(),
          testSet.source().size(),
          testSet.target().size(),
          testSet.hiddenPairs().size(),
          curves,
          Duration.ofNanos(encoded - started),
          Duration.ofNanos(compared - encoded));
    }
  }

  private static PrecisionRecallCurve curve(
      List<MinedPair> pairs, EncodedLines source, EncodedLines target, MiningTestSet testSet) {
    double[] scores = new double[pairs.size()];
    boolean[] right = new boolean[pairs.size()];
    for (int i = 0; i < scores.length; i++) {
      MinedPair pair = pairs.get(i);
      scores[i] = pair.score();
      int sourceLine = (int) source.lineNumber(pair.source()) - 1;
      int targetLine = (int) target.lineNumber(pair.target()) - 1;
      right[i] = testSet.hiddenPairs().getOrDefault(sourceLine, -1) == targetLine;
    }
    return PrecisionRecallCurve.of(scores, right, testSet.hiddenPairs().size());
  }

  /** Reports the number of encoded lines of all sets. */
  private static final class LineProgress implements MiningListener {
    private final BenchmarkListener listener;
    private final long completedLines;
    private final long totalLines;
    private final int sourceLines;
    private Path source;

    LineProgress(
        BenchmarkListener listener, long completedLines, long totalLines, int sourceLines) {
      this.listener = listener;
      this.completedLines = completedLines;
      this.totalLines = totalLines;
      this.sourceLines = sourceLines;
    }

    @Override
    public void encodingProgress(Path file, long resumedLines, long lines, double fraction) {
      listener.progress(
          completedLines + lines + (file.equals(source) ? 0 : sourceLines), totalLines);
    }

    @Override
    public void searchProgress(long resumedLines, long lines, long total) {}
  }
}
