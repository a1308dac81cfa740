package org.isogloss.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.io.FolderTree;
import org.isogloss.measure.crosslingual.PrecisionRecallCurve;
import org.isogloss.mining.MiningListener;
import org.isogloss.mining.MiningSession;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.scoring.Margin;
import org.isogloss.mining.scoring.MinedPair;

/**
 * Measures mining as BUCC does: how many of the pairs that are hidden among other sentences are
 * found, and how much else. Unlike the other benchmarks it needs an encoder and no index; the files
 * are mined as anybody's are.
 */
public final class MiningBenchmark {
  /** What is measured, in one sentence. */
  public static final String DESCRIPTION =
      "pairs of news sentences (NTREX-128) are sought that are hidden among others, as in BUCC";

  private MiningBenchmark() {}

  /**
   * Measures an encoder.
   *
   * @param data the folder that holds {@code ntrex}; {@code bitext} and {@code help} lie in it or
   *     beside it
   * @param model what the result calls the encoder
   * @param listener hears of lines instead of queries
   * @throws org.isogloss.core.IsoglossException if data are missing or malformed
   */
  public static MiningResult run(
      Path data, String model, Encoder encoder, MiningSetting setting, BenchmarkListener listener) {
    HiddenPairSets sets = new HiddenPairSets(data);
    List<HiddenPairs> all = new ArrayList<>();
    for (Language language : setting.languages()) {
      all.add(sets.read(language, setting.others(), setting.seed()));
    }
    return run(all, model, encoder, setting, listener);
  }

  /**
   * Measures an encoder on sets of one's own.
   *
   * @param setting whose languages, others and seed are not looked at
   */
  public static MiningResult run(
      List<HiddenPairs> sets,
      String model,
      Encoder encoder,
      MiningSetting setting,
      BenchmarkListener listener) {
    long lines = sets.stream().mapToLong(set -> set.source().size() + set.target().size()).sum();
    List<MiningResult.Mined> mined = new ArrayList<>();
    long before = 0;
    for (HiddenPairs set : sets) {
      LinesHeard heard = new LinesHeard(listener, before, lines, set.source().size());
      mined.add(mine(set, encoder, setting, heard));
      before += set.source().size() + set.target().size();
    }
    return new MiningResult(model, setting, mined);
  }

  private static MiningResult.Mined mine(
      HiddenPairs set, Encoder encoder, MiningSetting setting, LinesHeard heard) {
    try {
      Path folder = Files.createTempDirectory("isogloss-mining");
      try {
        Path source = Files.write(folder.resolve("source"), set.source());
        Path target = Files.write(folder.resolve("target"), set.target());
        return mine(set, folder, source, target, encoder, setting, heard);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MiningResult.Mined mine(
      HiddenPairs set,
      Path folder,
      Path source,
      Path target,
      Encoder encoder,
      MiningSetting setting,
      LinesHeard heard) {
    heard.source = source;
    long started = System.nanoTime();
    try (MiningSession work =
        MiningSession.open(
            folder.resolve("work"), source, target, encoder, setting.options(), heard)) {
      long encoded = System.nanoTime();
      BidirectionalNeighbours neighbours = work.findNeighbours(heard);
      long compared = System.nanoTime();
      Map<Margin, PrecisionRecallCurve> curves = new EnumMap<>(Margin.class);
      for (Margin margin : Margin.values()) {
        List<MinedPair> pairs = neighbours.pairs(margin, setting.selection());
        curves.put(margin, curve(pairs, work.source(), work.target(), set));
      }
      return new MiningResult.Mined(
          set.languages(),
          set.source().size(),
          set.target().size(),
          set.hidden().size(),
          curves,
          Duration.ofNanos(encoded - started),
          Duration.ofNanos(compared - encoded));
    }
  }

  private static PrecisionRecallCurve curve(
      List<MinedPair> pairs, EncodedLines source, EncodedLines target, HiddenPairs set) {
    double[] scores = new double[pairs.size()];
    boolean[] right = new boolean[pairs.size()];
    for (int i = 0; i < scores.length; i++) {
      MinedPair pair = pairs.get(i);
      scores[i] = pair.score();
      int sourceLine = (int) source.lineNumber(pair.source()) - 1;
      int targetLine = (int) target.lineNumber(pair.target()) - 1;
      right[i] = set.hidden().getOrDefault(sourceLine, -1) == targetLine;
    }
    return PrecisionRecallCurve.of(scores, right, set.hidden().size());
  }

  /** Tells how many lines of all sets were encoded. */
  private static final class LinesHeard implements MiningListener {
    private final BenchmarkListener listener;
    private final long before;
    private final long all;
    private final int sourceLines;
    private Path source;

    LinesHeard(BenchmarkListener listener, long before, long all, int sourceLines) {
      this.listener = listener;
      this.before = before;
      this.all = all;
      this.sourceLines = sourceLines;
    }

    @Override
    public void encodingProgress(Path file, long resumedAt, long lines, double fraction) {
      listener.progress(before + lines + (file.equals(source) ? 0 : sourceLines), all);
    }

    @Override
    public void searchProgress(long resumedAt, long lines, long all) {}
  }
}
