// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.measure.stats.PairedValues;

/**
 * A paired significance test of the difference between a baseline and other systems, as in
 * sacreBLEU. Samples are drawn from other random numbers, so that p-values agree within the error
 * of sampling only. The tests of {@link org.isogloss.measure.stats} do not apply, because the score
 * of a corpus is not the mean of those of its sentences.
 *
 * @param samples number of samples, 1 or more
 * @param seed seed of the random numbers; all systems and metrics are compared on the same samples
 */
public record PairedTest(Kind kind, int samples, long seed) {
  /** How samples are drawn. */
  public enum Kind {
    /**
     * Paired bootstrap resampling (Koehn, EMNLP 2004): a sample has as many sentences as the
     * corpus, drawn with replacement. As in sacreBLEU, absolute differences are centred around
     * their mean, and p is the share of samples whose centred value exceeds the observed one.
     */
    BOOTSTRAP("bs", 1000),

    /**
     * Paired approximate randomization (Riezler and Maxwell, 2005): the two translations of a
     * sentence are exchanged with probability 1/2.
     */
    RANDOMIZATION("ar", 10_000);

    private final String abbreviation;
    private final int defaultSamples;

    Kind(String abbreviation, int defaultSamples) {
      this.abbreviation = abbreviation;
      this.defaultSamples = defaultSamples;
    }

    /** Returns the default number of samples. */
    public int defaultSamples() {
      return defaultSamples;
    }

    /** Returns the name in lower case. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public PairedTest {
    if (samples < 1) {
      throw new IllegalArgumentException("samples are " + samples + ", expected 1 or more");
    }
  }

  /**
   * Compares systems.
   *
   * @param systems the baseline, then at least one other system, all measured by the same metric
   *     against the same references
   * @param threads number of threads, 1 or more; the result does not depend on it
   * @return a result for each system, in the same order
   * @throws IllegalArgumentException if there are fewer than two systems, or if they have different
   *     metrics or numbers of sentences
   */
  public List<PairedResult> compare(List<TranslationEvaluation> systems, int threads) {
    if (systems.size() < 2) {
      throw new IllegalArgumentException(
          "found " + systems.size() + " systems, expected a baseline and at least one other");
    }
    TranslationEvaluation baseline = systems.getFirst();
    for (TranslationEvaluation system : systems) {
      if (!system.metric().equals(baseline.metric())
          || system.sentences() != baseline.sentences()) {
        throw new IllegalArgumentException(
            "found "
                + baseline.metric()
                + " of "
                + baseline.sentences()
                + " sentences and "
                + system.metric()
                + " of "
                + system.sentences()
                + ", expected the same metric and sentences for all systems");
      }
    }
    return switch (kind) {
      case BOOTSTRAP -> bootstrap(systems, threads);
      case RANDOMIZATION -> randomization(systems, threads);
    };
  }

  /** Returns the signature of a score that was tested, with the number of samples and the seed. */
  public String signature(TranslationEvaluation evaluation) {
    return evaluation.signature(kind.abbreviation + ":" + samples + "|seed:" + seed + "|");
  }

  private List<PairedResult> bootstrap(List<TranslationEvaluation> systems, int threads) {
    int sentences = systems.getFirst().sentences();
    double[][] scores = new double[systems.size()][samples];
    forEachSample(
        threads,
        (random, sample) -> {
          int[] drawn = new int[sentences];
          for (int i = 0; i < sentences; i++) {
            drawn[random.nextInt(sentences)]++;
          }
          for (int system = 0; system < scores.length; system++) {
            scores[system][sample] = score(systems.get(system), drawn);
          }
        });
    List<PairedResult> results = new ArrayList<>();
    TranslationScore baseline = systems.getFirst().score();
    for (int system = 0; system < scores.length; system++) {
      TranslationScore score = systems.get(system).score();
      OptionalDouble p =
          system == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  bootstrapP(scores[0], scores[system], score.value() - baseline.value()));
      results.add(new PairedResult(score, p, Optional.of(BootstrapEstimate.of(scores[system]))));
    }
    return results;
  }

  /** The p-value of an observed difference, from the scores of samples. */
  static double bootstrapP(double[] baseline, double[] system, double observed) {
    double[] differences =
        Arrays.stream(PairedValues.differences(baseline, system)).map(Math::abs).toArray();
    double mean = PairedValues.mean(differences);
    return p(Arrays.stream(differences).map(value -> value - mean).toArray(), Math.abs(observed));
  }

  private static double score(TranslationEvaluation system, int[] drawn) {
    long[] sums = new long[system.width()];
    for (int i = 0; i < drawn.length; i++) {
      if (drawn[i] > 0) {
        system.add(sums, i, drawn[i]);
      }
    }
    return system.score(sums).value();
  }

  private List<PairedResult> randomization(List<TranslationEvaluation> systems, int threads) {
    TranslationEvaluation baseline = systems.getFirst();
    double[][] differences = new double[systems.size()][samples];
    forEachSample(
        threads,
        (random, sample) -> {
          boolean[] exchanged = new boolean[baseline.sentences()];
          for (int i = 0; i < exchanged.length; i++) {
            exchanged[i] = random.nextBoolean();
          }
          for (int system = 1; system < differences.length; system++) {
            differences[system][sample] = exchange(baseline, systems.get(system), exchanged);
          }
        });
    double baselineScore = baseline.score().value();
    return IntStream.range(0, systems.size())
        .mapToObj(
            system -> {
              TranslationScore score = systems.get(system).score();
              OptionalDouble p =
                  system == 0
                      ? OptionalDouble.empty()
                      : OptionalDouble.of(
                          p(differences[system], Math.abs(score.value() - baselineScore)));
              return new PairedResult(score, p, Optional.empty());
            })
        .toList();
  }

  /** The absolute difference of the scores after some translations were exchanged. */
  private static double exchange(
      TranslationEvaluation a, TranslationEvaluation b, boolean[] exchanged) {
    long[] first = new long[a.width()];
    long[] second = new long[first.length];
    for (int i = 0; i < exchanged.length; i++) {
      (exchanged[i] ? b : a).add(first, i, 1);
      (exchanged[i] ? a : b).add(second, i, 1);
    }
    return Math.abs(a.score(first).value() - b.score(second).value());
  }

  /** The share of samples beyond the observed difference, which itself counts as a sample. */
  private static double p(double[] differences, double observed) {
    long beyond = Arrays.stream(differences).filter(value -> value > observed).count();
    return (beyond + 1.0) / (differences.length + 1.0);
  }

  /** Runs an action for each sample, with a generator of its own on any number of threads. */
  private void forEachSample(int threads, ObjIntConsumer<SplittableRandom> action) {
    SplittableRandom root = new SplittableRandom(seed);
    List<SplittableRandom> generators = Stream.generate(root::split).limit(samples).toList();
    try (WorkerPool pool = new WorkerPool("paired test", threads)) {
      pool.forEach(samples, 1, sample -> action.accept(generators.get(sample), sample));
    }
  }
}
