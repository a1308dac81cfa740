// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import java.util.function.IntToDoubleFunction;

/**
 * Measures of graded relevance: normalised discounted cumulative gain, with the discount 1 /
 * log2(rank + 1), and rank-biased precision, with the discount p^(rank - 1).
 */
public final class GainFormulas {
  private static final double[] LOG2 = new double[4096];

  static {
    for (int i = 1; i < LOG2.length; i++) {
      LOG2[i] = exactLog2(i);
    }
  }

  private GainFormulas() {}

  /** The grade itself, as in Järvelin and Kekäläinen 2002 and trec_eval. */
  public static double linear(int grade) {
    return grade;
  }

  /** 2^grade - 1, as in Burges et al. 2005. */
  public static double exponential(int grade) {
    return Math.scalb(1.0, grade) - 1;
  }

  public static double ndcg(JudgedRanking ranking, int depth, IntToDoubleFunction gain) {
    double ideal = 0;
    for (int i = 0; i < Math.min(depth, ranking.judgedCount()) && ranking.idealGrade(i) > 0; i++) {
      ideal += gain.applyAsDouble(ranking.idealGrade(i)) / log2(i + 2);
    }
    if (ideal == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < Math.min(depth, ranking.size()); i++) {
      if (ranking.grade(i) > 0) {
        sum += gain.applyAsDouble(ranking.grade(i)) / log2(i + 2);
      }
    }
    return sum / ideal;
  }

  /**
   * Rank-biased precision (Moffat and Zobel 2008). The gain of a document is its grade divided by
   * the highest grade of the query, as in trec_eval 10.
   *
   * @param persistence the probability p that a user looks at the next document
   */
  public static double rankBiasedPrecision(JudgedRanking ranking, double persistence) {
    int highest = ranking.judgedCount() == 0 ? 0 : ranking.idealGrade(0);
    return rankBiased(
        ranking, persistence, grade -> Math.max(grade, 0) / (double) Math.max(highest, 1));
  }

  /** Rank-biased precision in which all documents from a grade on have the gain 1. */
  public static double rankBiasedPrecision(JudgedRanking ranking, double persistence, int level) {
    return rankBiased(ranking, persistence, grade -> grade >= level ? 1 : 0);
  }

  private static double rankBiased(
      JudgedRanking ranking, double persistence, IntToDoubleFunction gain) {
    double sum = 0;
    double weight = 1;
    for (int i = 0; i < ranking.size(); i++) {
      sum += gain.applyAsDouble(ranking.grade(i)) * weight;
      weight *= persistence;
    }
    return (1 - persistence) * sum;
  }

  /**
   * How much rank-biased precision may rise if all documents without a judgement have the gain 1,
   * also those after the last rank; 0 if all hits have a judgement, as in trec_eval 10.
   */
  public static double rankBiasedResidual(JudgedRanking ranking, double persistence) {
    double unjudged = rankBiased(ranking, persistence, grade -> grade < 0 ? 1 : 0);
    if (unjudged == 0) {
      return 0;
    }
    double weight = 1;
    for (int i = 0; i < ranking.size(); i++) {
      weight *= persistence;
    }
    return weight + unjudged;
  }

  private static double log2(int n) {
    return n < LOG2.length ? LOG2[n] : exactLog2(n);
  }

  /** Exact for powers of two, like log2 in C. */
  private static double exactLog2(int n) {
    int floor = 31 - Integer.numberOfLeadingZeros(n);
    return n == 1 << floor ? floor : Math.log(n) / Math.log(2);
  }
}
