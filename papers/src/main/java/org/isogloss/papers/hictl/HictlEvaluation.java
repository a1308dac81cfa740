// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.benchmarks.collection.MateTestSetReader;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.measure.crosslingual.MateRanks;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.export.Precision;

/** Measures a model on all benchmarks of HICTL's tables, in single precision. */
final class HictlEvaluation {
  /** Names of benchmarks in {@link SystemMeasurements}. */
  static final String TATOEBA = "tatoeba";

  static final String NTREX = "ntrex";
  static final String XQUAD_R = "xquad-r";
  static final String XQUAD_R_PAIRS = "xquad-r-pairs";

  /** The benchmarks with the same sentences or questions in each language. */
  static final Set<String> TRANSLATED = Set.of(NTREX, XQUAD_R);

  private final List<TestCollection> tatoeba;
  private final List<TestCollection> ntrex;
  private final TestCollection xquadR;
  private final HictlMiningEvaluation mining;
  private final HictlMiningEvaluation bucc;
  private final ExperimentRunner runner;
  private final ExperimentSizes sizes;

  /**
   * Reads the test sets.
   *
   * @throws org.isogloss.core.IsoglossException if one is missing or malformed
   */
  HictlEvaluation(ExperimentRunner runner) {
    this.runner = runner;
    this.sizes = runner.sizes();
    Path benchmarks = runner.options().data().resolve("benchmarks");
    Set<String> averaged =
        MateTestSetReader.tatoeba(benchmarks).stream()
            .filter(MateTestSet::inAverage)
            .map(MateTestSet::name)
            .collect(Collectors.toSet());
    this.tatoeba =
        Benchmarks.named("tatoeba").collections(benchmarks).stream()
            .filter(pair -> averaged.contains(pair.name()))
            .toList();
    this.ntrex = Benchmarks.named("ntrex").collections(benchmarks);
    this.xquadR = Benchmarks.named("xquad-r").collections(benchmarks).getFirst();
    int lines = sizes.count("mining");
    this.mining = HictlMiningEvaluation.hidden(ntrex, lines, runner.options().seed());
    this.bucc = HictlMiningEvaluation.bucc(runner.options().data(), lines);
  }

  /** Returns the sizes, for the notes of tables. */
  String sizes() {
    return "Tatoeba: "
        + tatoeba.size()
        + " languages, "
        + queryCount(tatoeba, sizes.count("tatoeba"))
        + " queries. NTREX: "
        + ntrex.size()
        + " languages, "
        + queryCount(ntrex, sizes.count("ntrex"))
        + " ask. XQuAD-R: "
        + xquadR.documents().size()
        + " sentences in all languages as candidates. Mining: "
        + mining.describeSizes()
        + " of NTREX"
        + (bucc.describeSizes().isEmpty() ? "" : ". BUCC: " + bucc.describeSizes())
        + ".";
  }

  private static int queryCount(List<TestCollection> pairs, int maxQueries) {
    return pairs.stream().mapToInt(pair -> Math.min(pair.queries().size(), maxQueries)).sum();
  }

  /** Measures a model in the precision of the run, or in both. */
  SystemMeasurements measure(Path model) {
    return PrecisionComparison.measure(
        runner.options().precision(), precision -> measure(model, precision));
  }

  private SystemMeasurements measure(Path model, Precision precision) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    try (ModelFolder folder = ModelFolder.open(model);
        Encoder encoder = Encoders.open(folder, runner.inference(precision))) {
      measured
          .values(
              TATOEBA,
              mateAccuracies("Measuring Tatoeba", tatoeba, sizes.count("tatoeba"), encoder))
          .values(NTREX, mateAccuracies("Measuring NTREX", ntrex, sizes.count("ntrex"), encoder));
      MultilingualPoolEvaluation ranking =
          MultilingualPoolEvaluation.rank(
              xquadR, encoder, sizes.count("xquad-r"), progress("Measuring XQuAD-R", "languages"));
      measured
          .values(XQUAD_R, ranking.pooledPrecisions())
          .figures(XQUAD_R_PAIRS, ranking.pairPrecisions());
      mining.measure(encoder, measured, progress("Mining", "lines"));
      bucc.measure(encoder, measured, progress("Mining BUCC", "lines"));
    }
    return measured.build();
  }

  private BenchmarkListener progress(String activity, String unit) {
    return (done, total) -> runner.listener().progressReported(activity, unit, done, total);
  }

  /**
   * Returns, for each language pair, 1 for each sentence whose nearest neighbour is its
   * translation.
   */
  private SortedMap<String, double[]> mateAccuracies(
      String activity, List<TestCollection> pairs, int maxQueries, Encoder encoder) {
    SortedMap<String, double[]> found = new TreeMap<>();
    for (TestCollection pair : pairs) {
      int size = Math.min(maxQueries, pair.queries().size());
      float[][] asking =
          encoder.encode(
              pair.queries().subList(0, size).stream().map(Query::text).toList(), Role.QUERY);
      float[][] searched =
          encoder.encode(
              pair.documents().subList(0, size).stream().map(Document::text).toList(), Role.QUERY);
      int[] ranks = MateRanks.of(asking, searched).ranks();
      found.put(pair.name(), Arrays.stream(ranks).mapToDouble(rank -> rank == 1 ? 1 : 0).toArray());
      runner.listener().progressReported(activity, "languages", found.size(), pairs.size());
    }
    return found;
  }
}
