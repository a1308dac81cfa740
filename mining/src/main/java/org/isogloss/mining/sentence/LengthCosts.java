// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.List;

/**
 * The costs of Gale and Church (1993, <em>A program for aligning sentences in bilingual
 * corpora</em>): the negative logarithm of the probability of the bead's shape and of the
 * difference of the lengths in characters. Their variance, 6.8 for each character, and their
 * probabilities of shapes; the ratio of the lengths is that of both documents.
 */
final class LengthCosts implements BeadCosts {
  private static final double VARIANCE = 6.8;
  private static final double ONE_TO_ONE = -Math.log(0.89);
  private static final double DELETION = -Math.log(0.0099 / 2);
  private static final double ONE_TO_TWO = -Math.log(0.089 / 2);
  private static final double TWO_TO_TWO = -Math.log(0.011);
  private static final double MIN_PROBABILITY = 1e-30;

  private final long[] sourceEnds;
  private final long[] targetEnds;
  private final double ratio;

  LengthCosts(List<String> source, List<String> target) {
    sourceEnds = ends(source);
    targetEnds = ends(target);
    ratio =
        (double) Math.max(1, targetEnds[target.size()]) / Math.max(1, sourceEnds[source.size()]);
  }

  /** The number of characters of the first {@code i} sentences. */
  private static long[] ends(List<String> sentences) {
    long[] ends = new long[sentences.size() + 1];
    for (int i = 0; i < sentences.size(); i++) {
      ends[i + 1] = ends[i] + sentences.get(i).codePointCount(0, sentences.get(i).length());
    }
    return ends;
  }

  @Override
  public double cost(int source, int sourceCount, int target, int targetCount) {
    double sourceLength = sourceEnds[source + sourceCount] - sourceEnds[source];
    double targetLength = targetEnds[target + targetCount] - targetEnds[target];
    double mean = Math.max(1, (sourceLength + targetLength / ratio) / 2);
    double delta = (targetLength - sourceLength * ratio) / Math.sqrt(mean * VARIANCE);
    return prior(sourceCount, targetCount) - Math.log(Math.max(MIN_PROBABILITY, tails(delta)));
  }

  private static double prior(int sourceCount, int targetCount) {
    if (sourceCount == 0 || targetCount == 0) {
      return DELETION;
    }
    if (sourceCount != targetCount) {
      return ONE_TO_TWO;
    }
    return sourceCount == 1 ? ONE_TO_ONE : TWO_TO_TWO;
  }

  /**
   * The probability that a standard normal variable is at least as far from 0 on either side
   * (Abramowitz and Stegun 1964, formula 26.2.17).
   */
  static double tails(double delta) {
    double z = Math.abs(delta);
    double t = 1 / (1 + 0.2316419 * z);
    double polynomial =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return 2 * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * polynomial;
  }
}
