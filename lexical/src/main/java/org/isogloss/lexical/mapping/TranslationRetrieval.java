// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Methods that find the translations of a word by its vector. Each ranks the target words {@code y}
 * of a source word {@code x} by {@code cos(x, y) - h(y)}, where {@code h(y)}, the hubness of the
 * target word, is high for a word that is close to many source words. Scores of different source
 * words are not comparable.
 *
 * <p>{@code h} is estimated over a sample of source words, evenly spaced over their order: with all
 * 200,000 words of two large languages, the estimation would take much longer than the translation
 * of a test set.
 */
public sealed interface TranslationRetrieval {
  /** Names of the methods with their default parameters, for {@link #find}. */
  List<String> CODES = List.of("nearest", "inverted-softmax", "csls");

  /** Default number of source words over which hubness is estimated. */
  int DEFAULT_SAMPLE = 10_000;

  /** Returns the number of source words over which hubness is estimated; 0 if none are needed. */
  int sample();

  /**
   * Returns the hubness of a target word.
   *
   * @param cosines the cosines of the word and the sampled source words; may be reordered
   */
  double hubness(float[] cosines);

  /** Returns the method with a name of {@link #CODES} and default parameters. */
  static Optional<TranslationRetrieval> find(String code) {
    return switch (code) {
      case "nearest" -> Optional.of(new NearestNeighbour());
      case "inverted-softmax" -> Optional.of(new InvertedSoftmax());
      case "csls" -> Optional.of(new Csls());
      default -> Optional.empty();
    };
  }

  /** The target words with the highest cosine: {@code h(y) = 0}. */
  record NearestNeighbour() implements TranslationRetrieval {
    @Override
    public int sample() {
      return 0;
    }

    @Override
    public double hubness(float[] cosines) {
      return 0;
    }
  }

  /**
   * The inverted softmax (Smith, Turban, Hamblin and Hammerla, ICLR 2017): the probability that
   * {@code y} translates back to {@code x}, with a softmax over source words {@code z} of {@code
   * beta cos(z, y)}. The score is its logarithm divided by {@code beta}, up to a constant, so that
   * {@code h(y) = log(mean over z of exp(beta cos(z, y))) / beta}. The normalisation over the
   * target words of one source word does not change their order and is left out.
   *
   * @param beta the inverse temperature, more than 0
   * @param sample maximum number of source words {@code z}, 1 or more
   */
  record InvertedSoftmax(double beta, int sample) implements TranslationRetrieval {
    /** Default inverse temperature. */
    public static final double DEFAULT_BETA = 30;

    public InvertedSoftmax {
      if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("beta is " + beta + ", expected more than 0");
      }
      requireOneOrMore("sample", sample);
    }

    /** The method with default parameters. */
    public InvertedSoftmax() {
      this(DEFAULT_BETA, DEFAULT_SAMPLE);
    }

    @Override
    public double hubness(float[] cosines) {
      float max = Float.NEGATIVE_INFINITY;
      for (float cosine : cosines) {
        max = Math.max(max, cosine);
      }
      double sum = 0;
      for (float cosine : cosines) {
        sum += Math.exp(beta * ((double) cosine - max));
      }
      return max + Math.log(sum / cosines.length) / beta;
    }
  }

  /**
   * Cross-domain similarity local scaling (Conneau, Lample, Ranzato, Denoyer and Jegou, "Word
   * translation without parallel data", ICLR 2018): {@code 2 cos(x, y) - r(x) - r(y)}, where {@code
   * r} is the mean cosine of a word and its nearest neighbours in the other language. The score is
   * half of it without {@code r(x)}, which does not change the order of the target words: {@code
   * h(y) = r(y) / 2}.
   *
   * @param neighbours number of nearest neighbours, 1 or more; 10 in the paper
   * @param sample maximum number of source words among which the neighbours are, 1 or more
   */
  record Csls(int neighbours, int sample) implements TranslationRetrieval {
    /** Default number of neighbours. */
    public static final int DEFAULT_NEIGHBOURS = 10;

    public Csls {
      requireOneOrMore("neighbours", neighbours);
      requireOneOrMore("sample", sample);
    }

    /** The method with default parameters. */
    public Csls() {
      this(DEFAULT_NEIGHBOURS, DEFAULT_SAMPLE);
    }

    @Override
    public double hubness(float[] cosines) {
      int count = Math.min(neighbours, cosines.length);
      float[] nearest = Arrays.copyOf(cosines, count);
      Arrays.sort(nearest);
      for (int i = count; i < cosines.length; i++) {
        float cosine = cosines[i];
        if (cosine > nearest[0]) {
          int place = 0;
          while (place + 1 < count && nearest[place + 1] < cosine) {
            nearest[place] = nearest[place + 1];
            place++;
          }
          nearest[place] = cosine;
        }
      }
      double sum = 0;
      for (float cosine : nearest) {
        sum += cosine;
      }
      return sum / count / 2;
    }
  }

  private static void requireOneOrMore(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }
}
