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
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
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
  private final HictlSizes sizes;
  private final int threads;

  /**
   * Reads the test sets.
   *
   * @param benchmarks the folder with {@code tatoeba}, {@code ntrex} and {@code xquad-r}
   * @throws org.isogloss.core.IsoglossException if one is missing or malformed
   */
  HictlEvaluation(Path benchmarks, HictlSizes sizes, long seed, int threads) {
    this.sizes = sizes;
    this.threads = threads;
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
    this.mining = new HictlMiningEvaluation(ntrex, sizes.miningLines(), seed);
  }

  /** Returns the sizes, for the notes of tables. */
  String sizes() {
    return "Tatoeba: "
        + tatoeba.size()
        + " languages, "
        + queryCount(tatoeba, sizes.tatoebaQueries())
        + " queries. NTREX: "
        + ntrex.size()
        + " languages, "
        + queryCount(ntrex, sizes.ntrexQueries())
        + " ask. XQuAD-R: "
        + xquadR.documents().size()
        + " sentences in all languages as candidates. Mining: "
        + mining.describeSizes()
        + ".";
  }

  private static int queryCount(List<TestCollection> pairs, int maxQueries) {
    return pairs.stream().mapToInt(pair -> Math.min(pair.queries().size(), maxQueries)).sum();
  }

  /** Measures a model. */
  SystemMeasurements measure(Path model, PaperListener listener) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
    try (ModelFolder folder = ModelFolder.open(model);
        Encoder encoder =
            Encoders.open(
                folder,
                InferenceOptions.defaults().withThreads(threads).withPrecision(Precision.FP32))) {
      values.put(
          TATOEBA,
          mateAccuracies("Measuring Tatoeba", tatoeba, sizes.tatoebaQueries(), encoder, listener));
      values.put(
          NTREX, mateAccuracies("Measuring NTREX", ntrex, sizes.ntrexQueries(), encoder, listener));
      MultilingualPoolEvaluation ranking =
          MultilingualPoolEvaluation.rank(
              xquadR,
              encoder,
              sizes.xquadRQuestions(),
              (done, total) ->
                  listener.progressReported("Measuring XQuAD-R", "languages", done, total));
      values.put(XQUAD_R, new TreeMap<>(ranking.pooledPrecisions()));
      figures.put(XQUAD_R_PAIRS, new TreeMap<>(ranking.pairPrecisions()));
      mining.measure(
          encoder,
          figures,
          (done, total) -> listener.progressReported("Mining", "lines", done, total));
    }
    return new SystemMeasurements(values, figures);
  }

  /**
   * Returns, for each language pair, 1 for each sentence whose nearest neighbour is its
   * translation.
   */
  private static SortedMap<String, double[]> mateAccuracies(
      String activity,
      List<TestCollection> pairs,
      int maxQueries,
      Encoder encoder,
      PaperListener listener) {
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
      listener.progressReported(activity, "languages", found.size(), pairs.size());
    }
    return found;
  }
}
