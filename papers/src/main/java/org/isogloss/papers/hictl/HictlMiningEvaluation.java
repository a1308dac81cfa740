// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.mining.BuccFolder;
import org.isogloss.benchmarks.mining.MiningBenchmark;
import org.isogloss.benchmarks.mining.MiningBenchmarkOptions;
import org.isogloss.benchmarks.mining.MiningBenchmarkResult;
import org.isogloss.benchmarks.mining.MiningTestSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Margin;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * BUCC's task (Zweigenbaum et al. 2017) on NTREX: one line in ten exists in both languages, the
 * others in one only, and the pairs are to be found. No training text is among them.
 */
final class HictlMiningEvaluation {
  /** The compared margins. */
  static final List<Margin> MARGINS = List.of(Margin.RATIO, Margin.DISTANCE);

  /** The languages of BUCC other than English, as NTREX's collections name them. */
  private static final List<String> LANGUAGES = List.of("deu-eng", "fra-eng", "rus-eng", "zho-eng");

  private static final int HIDDEN_INTERVAL = 10;

  /** The beginnings of the names of figures. */
  private static final String HIDDEN = "mining";

  private static final String BUCC = "bucc";

  private final String name;
  private final List<MiningTestSet> testSets;

  private HictlMiningEvaluation(String name, List<MiningTestSet> testSets) {
    this.name = name;
    this.testSets = List.copyOf(testSets);
  }

  /**
   * Hides pairs of NTREX.
   *
   * @param ntrex a collection for each language
   * @param maxLines maximum number of lines of each language
   * @throws IsoglossException if none of BUCC's languages exists
   */
  static HictlMiningEvaluation hidden(List<TestCollection> ntrex, int maxLines, long seed) {
    List<MiningTestSet> testSets =
        ntrex.stream()
            .filter(collection -> LANGUAGES.contains(collection.name()))
            .map(collection -> hidePairs(collection, maxLines, seed))
            .toList();
    if (testSets.isEmpty()) {
      throw new IsoglossException(
          "NTREX has none of the languages that are mined, expected some of " + LANGUAGES);
    }
    return new HictlMiningEvaluation(HIDDEN, testSets);
  }

  /** Reads the pairs of BUCC itself, those of no language if the data does not have them. */
  static HictlMiningEvaluation bucc(Path data, int maxLines) {
    return new HictlMiningEvaluation(
        BUCC,
        Stream.of("benchmarks/bucc2018", "xtreme/bucc2018")
            .map(folder -> BuccFolder.read(data.resolve(folder), maxLines))
            .filter(testSets -> !testSets.isEmpty())
            .findFirst()
            .orElse(List.of()));
  }

  private static MiningTestSet hidePairs(TestCollection collection, int maxLines, long seed) {
    LanguagePair languages =
        new LanguagePair(
            collection.queries().getFirst().language(),
            collection.documents().getFirst().language());
    List<SentencePair> lines = new ArrayList<>();
    for (int i = 0; i < collection.queries().size(); i++) {
      lines.add(
          new SentencePair(
              languages.source(),
              languages.target(),
              collection.queries().get(i).text(),
              collection.documents().get(i).text(),
              "ntrex"));
    }
    Collections.shuffle(lines, new Random(seed));
    List<SentencePair> used = lines.subList(0, Math.min(maxLines, lines.size()));
    int pairs = Math.max(1, used.size() / HIDDEN_INTERVAL);
    return MiningTestSet.hide(
        languages, used.subList(0, pairs), used.subList(pairs, used.size()), used.size(), seed);
  }

  /** Returns the sizes; nothing if there is no test set. */
  String describeSizes() {
    if (testSets.isEmpty()) {
      return "";
    }
    MiningTestSet one = testSets.getFirst();
    return testSets.size()
        + " languages, in the first "
        + one.hiddenPairs().size()
        + " pairs among "
        + one.source().size()
        + " and "
        + one.target().size()
        + " sentences";
  }

  /** Returns the name of a margin's figure of hidden pairs. */
  static String figureName(Margin margin, String figure) {
    return figureName(HIDDEN, margin, figure);
  }

  /** Returns the name of the F1 of BUCC's pairs by the margin of XTREME. */
  static String buccF1() {
    return figureName(BUCC, Margin.RATIO, "f1");
  }

  private static String figureName(String name, Margin margin, String figure) {
    return name + "-" + margin.name().toLowerCase(Locale.ROOT) + "-" + figure;
  }

  /**
   * Mines, and adds F1, precision, recall and threshold of each margin.
   *
   * @param listener receives lines instead of queries
   */
  void measure(Encoder encoder, SystemMeasurements.Builder measured, BenchmarkListener listener) {
    if (testSets.isEmpty()) {
      return;
    }
    MiningBenchmarkResult result =
        MiningBenchmark.run(
            testSets, "hictl", encoder, MiningBenchmarkOptions.defaults(), listener);
    for (MiningBenchmarkResult.PairResult mined : result.pairResults()) {
      for (Margin margin : MARGINS) {
        PrecisionRecallCurve.Point best = mined.bestF1Point(margin);
        measured
            .figure(figureName(name, margin, "f1"), mined.name(), best.f1())
            .figure(figureName(name, margin, "precision"), mined.name(), best.precision())
            .figure(figureName(name, margin, "recall"), mined.name(), best.recall())
            .figure(figureName(name, margin, "threshold"), mined.name(), best.threshold());
      }
    }
  }
}
