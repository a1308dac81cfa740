// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.mining.MiningBenchmark;
import org.isogloss.benchmarks.mining.MiningBenchmarkOptions;
import org.isogloss.benchmarks.mining.MiningBenchmarkResult;
import org.isogloss.benchmarks.mining.MiningTestSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.mining.scoring.Margin;
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

  private final List<MiningTestSet> testSets = new ArrayList<>();

  /**
   * Hides pairs.
   *
   * @param ntrex a collection for each language
   * @param maxLines maximum number of lines of each language
   * @throws IsoglossException if none of BUCC's languages exists
   */
  HictlMiningEvaluation(List<TestCollection> ntrex, int maxLines, long seed) {
    for (TestCollection collection : ntrex) {
      if (LANGUAGES.contains(collection.name())) {
        testSets.add(hidePairs(collection, maxLines, seed));
      }
    }
    if (testSets.isEmpty()) {
      throw new IsoglossException(
          "NTREX has none of the languages that are mined, expected some of " + LANGUAGES);
    }
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

  /** Returns the sizes. */
  String describeSizes() {
    MiningTestSet one = testSets.getFirst();
    return testSets.size()
        + " languages, in the first "
        + one.hiddenPairs().size()
        + " pairs among "
        + one.source().size()
        + " and "
        + one.target().size()
        + " sentences of NTREX";
  }

  /** Returns the name of a margin's figure. */
  static String figureName(Margin margin, String figure) {
    return "mining-" + margin.name().toLowerCase(Locale.ROOT) + "-" + figure;
  }

  /**
   * Mines, and adds F1, precision, recall and threshold of each margin.
   *
   * @param listener receives lines instead of queries
   */
  void measure(Encoder encoder, SystemMeasurements.Builder measured, BenchmarkListener listener) {
    MiningBenchmarkResult result =
        MiningBenchmark.run(
            testSets, "hictl", encoder, MiningBenchmarkOptions.defaults(), listener);
    for (MiningBenchmarkResult.PairResult mined : result.pairResults()) {
      for (Margin margin : MARGINS) {
        PrecisionRecallCurve.Point best = mined.bestF1Point(margin);
        measured
            .figure(figureName(margin, "f1"), mined.name(), best.f1())
            .figure(figureName(margin, "precision"), mined.name(), best.precision())
            .figure(figureName(margin, "recall"), mined.name(), best.recall())
            .figure(figureName(margin, "threshold"), mined.name(), best.threshold());
      }
    }
  }
}
