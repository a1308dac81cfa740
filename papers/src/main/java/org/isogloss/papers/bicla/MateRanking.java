// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ranks of all target sentences for every source sentence of a test set, from 1. Equal scores
 * are ranked in the order of the sentences.
 *
 * @param ranks {@code [sources][targets]}; target i translates source i
 */
record MateRanking(int[][] ranks) {
  /** A ranking with its weight in an ensemble, which is greater than 0. */
  record Weighted(MateRanking ranking, double weight) {}

  /** Weighted mean ranks are equal if they are equal to this many parts of 1. */
  private static final double ROUNDING = 1e9;

  /** Ranks by scores, the highest first. */
  static MateRanking of(float[][] scores) {
    int[][] ranks = new int[scores.length][];
    IntStream.range(0, scores.length)
        .parallel()
        .forEach(
            query -> {
              double[] costs = new double[scores[query].length];
              for (int i = 0; i < costs.length; i++) {
                costs[i] = -scores[query][i];
              }
              ranks[query] = ranks(costs);
            });
    return new MateRanking(ranks);
  }

  /**
   * Interpolates ranks (section 4.1 of the paper): targets are ranked by their weighted mean rank,
   * the lowest first. This is the fusion {@code interpolate} of pipelines.
   */
  static MateRanking interpolate(List<Weighted> parts) {
    double total = parts.stream().mapToDouble(Weighted::weight).sum();
    int queries = parts.getFirst().ranking().ranks.length;
    int[][] ranks = new int[queries][];
    IntStream.range(0, queries)
        .parallel()
        .forEach(
            query -> {
              double[] costs = new double[parts.getFirst().ranking().ranks[query].length];
              for (int i = 0; i < costs.length; i++) {
                double sum = 0;
                for (Weighted part : parts) {
                  sum += part.weight() / total * part.ranking().ranks[query][i];
                }
                costs[i] = Math.rint(sum * ROUNDING) / ROUNDING;
              }
              ranks[query] = ranks(costs);
            });
    return new MateRanking(ranks);
  }

  private static int[] ranks(double[] costs) {
    int[] order =
        IntStream.range(0, costs.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> costs[i]))
            .mapToInt(i -> i)
            .toArray();
    int[] ranks = new int[costs.length];
    for (int position = 0; position < order.length; position++) {
      ranks[order[position]] = position + 1;
    }
    return ranks;
  }

  /**
   * Returns the average precision of each source sentence: the reciprocal rank of its translation,
   * the only relevant sentence.
   */
  double[] averagePrecisions() {
    double[] values = new double[ranks.length];
    for (int query = 0; query < values.length; query++) {
      values[query] = 1.0 / ranks[query][query];
    }
    return values;
  }
}
