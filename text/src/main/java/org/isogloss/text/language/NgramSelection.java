// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Selects the n-grams of a model: those that are frequent in a language and less frequent in
 * others, until their weights are as many as the model may have. The initial weights are those of
 * naive Bayes: the logarithm of an n-gram's frequency in a language relative to a fraction of its
 * highest frequency in any language; lower frequencies have no weight.
 */
final class NgramSelection {
  /** Characters of a language whose n-grams are counted. */
  private static final int MAX_CHARACTERS = 600_000;

  /** Texts of small languages are sampled up to this number of times. */
  private static final int MAX_REPETITIONS = 2;

  private static final int MIN_COUNT = 4;

  /** Share of the highest frequency below which a language has no weight. */
  private static final double MIN_SHARE = 0.05;

  /**
   * Factor of the logarithms of naive Bayes, since the overlapping n-grams of a text are not
   * independent.
   */
  private static final double INITIAL_SCALE = 0.2;

  /** Share of the rows of the table that are used. */
  private static final double LOAD = 0.95;

  /** Preference for n-grams of languages with much text, relative to those with little. */
  private static final double PREFERENCE = 2;

  private final List<TrainingTexts> texts;
  private final List<NgramValues> frequencies = new ArrayList<>();

  /** Highest frequency of each n-gram in a class. */
  private final NgramValues maxima = new NgramValues();

  private NgramSelection(List<TrainingTexts> texts) {
    this.texts = texts;
  }

  /**
   * The weights of the n-grams.
   *
   * @param starts first weight of each row of the table, and the end of the last one
   * @param classes class of each weight
   * @param weights the initial weights
   */
  record Weights(NgramTable ngrams, int[] starts, byte[] classes, float[] weights) {}

  /**
   * Selects n-grams.
   *
   * @param texts the texts of all classes
   * @param maxWeights maximum number of weights
   */
  static Weights select(List<TrainingTexts> texts, int maxWeights, RandomGenerator random) {
    NgramSelection selection = new NgramSelection(texts);
    texts.forEach(one -> selection.count(one, random));
    return selection.weights(maxWeights);
  }

  private void count(TrainingTexts one, RandomGenerator random) {
    NgramValues counts = new NgramValues();
    long characters = 0;
    long sampled = Math.min(MAX_CHARACTERS, MAX_REPETITIONS * one.characters());
    while (characters < sampled) {
      char[] letters = one.sample(random);
      characters += letters.length;
      LetterNgrams.forEach(letters, 0, letters.length, ngram -> counts.add(ngram, 1));
    }
    NgramValues frequency = new NgramValues();
    long total = characters;
    counts.forEach(
        ngram -> {
          if (counts.get(ngram) >= MIN_COUNT) {
            float value = counts.get(ngram) / total;
            frequency.add(ngram, value);
            maxima.raise(ngram, value);
          }
        });
    frequencies.add(frequency);
  }

  private Weights weights(int maxWeights) {
    List<Long> best = best(maxWeights);
    NgramTable table = new NgramTable((int) (best.size() / LOAD) + 1);
    Map<Integer, Long> rows = new HashMap<>();
    for (long ngram : best) {
      int row = table.add(ngram);
      if (row >= 0) {
        rows.put(row, ngram);
      }
    }
    int[] starts = new int[table.rows() + 1];
    byte[] classes = new byte[maxWeights];
    float[] weights = new float[maxWeights];
    int count = 0;
    for (int row = 0; row < table.rows(); row++) {
      starts[row] = count;
      if (rows.containsKey(row)) {
        long ngram = rows.get(row);
        double minimum = MIN_SHARE * maxima.get(ngram);
        for (int number = 0; number < texts.size(); number++) {
          double frequency = frequencies.get(number).get(ngram);
          if (frequency > minimum) {
            classes[count] = (byte) number;
            weights[count++] = (float) (INITIAL_SCALE * Math.log(frequency / minimum));
          }
        }
      }
    }
    starts[table.rows()] = count;
    return new Weights(table, starts, Arrays.copyOf(classes, count), Arrays.copyOf(weights, count));
  }

  /** A candidate with its value per weight, and the number of its weights. */
  private record Candidate(long ngram, double value, int weights) {}

  private List<Long> best(int maxWeights) {
    NgramValues means = new NgramValues();
    NgramValues weights = new NgramValues();
    for (int number = 0; number < texts.size(); number++) {
      NgramValues frequency = frequencies.get(number);
      long rivals = rivals(number);
      frequency.forEach(
          ngram -> {
            means.add(ngram, frequency.get(ngram) / rivals);
            if (frequency.get(ngram) > MIN_SHARE * maxima.get(ngram)) {
              weights.add(ngram, 1);
            }
          });
    }
    NgramValues values = new NgramValues();
    int median = medianCount();
    for (int number = 0; number < texts.size(); number++) {
      NgramValues frequency = frequencies.get(number);
      double preference = texts.get(number).count() > median ? PREFERENCE : 1;
      if (rivals(number) > 1) {
        frequency.forEach(
            ngram -> values.raise(ngram, (float) (preference * value(frequency, means, ngram))));
      }
    }
    List<Candidate> candidates = new ArrayList<>();
    values.forEach(
        ngram -> {
          float number = weights.get(ngram);
          candidates.add(
              new Candidate(ngram, values.get(ngram) / Math.sqrt(number), Math.round(number)));
        });
    candidates.sort(
        Comparator.comparingDouble(Candidate::value)
            .reversed()
            .thenComparingLong(Candidate::ngram));
    List<Long> best = new ArrayList<>();
    long count = 0;
    for (Candidate candidate : candidates) {
      count += candidate.weights();
      if (count > maxWeights) {
        break;
      }
      best.add(candidate.ngram());
    }
    return best;
  }

  /** Its frequency, times the logarithm of its ratio to the mean of the group of scripts. */
  private static double value(NgramValues frequency, NgramValues means, long ngram) {
    double ratio = frequency.get(ngram) / means.get(ngram);
    return frequency.get(ngram) * Math.log(1.05 + Math.max(0, ratio - 1));
  }

  private long rivals(int number) {
    int group = texts.get(number).scriptGroup();
    return texts.stream().filter(other -> other.scriptGroup() == group).count();
  }

  private int medianCount() {
    return texts.stream().mapToInt(TrainingTexts::count).sorted().toArray()[texts.size() / 2];
  }
}
