// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import org.isogloss.measure.formula.JudgedRanking.Relevance;

/**
 * The measures that distinguish only relevant and not relevant documents, as trec_eval defines
 * them. Sums are computed in the same order, so that rounding errors agree. A measure is 0 where
 * its formula would divide by zero.
 */
public final class BinaryFormulas {
  private static final double INFERRED_AP_EPSILON = 0.00001;

  private BinaryFormulas() {}

  public static double averagePrecision(Relevance relevance, int depth) {
    double sum = 0;
    for (int i = 0; i < relevance.relevantRetrieved() && relevance.ranks()[i] <= depth; i++) {
      sum += (i + 1) / (double) relevance.ranks()[i];
    }
    return ratio(sum, relevance.relevant());
  }

  public static double reciprocalRank(Relevance relevance, int depth) {
    boolean found = relevance.relevantRetrieved() > 0 && relevance.ranks()[0] <= depth;
    return found ? 1.0 / relevance.ranks()[0] : 0;
  }

  public static double precision(Relevance relevance, double depth) {
    return ratio(relevance.relevantRetrievedAt((int) depth), depth);
  }

  public static double relativePrecision(Relevance relevance, int depth) {
    return ratio(relevance.relevantRetrievedAt(depth), Math.min(depth, relevance.relevant()));
  }

  public static double recall(Relevance relevance, int depth) {
    return ratio(relevance.relevantRetrievedAt(depth), relevance.relevant());
  }

  public static double success(Relevance relevance, int depth) {
    return relevance.relevantRetrievedAt(depth) > 0 ? 1 : 0;
  }

  public static double rPrecision(Relevance relevance) {
    return precision(relevance, relevance.relevant());
  }

  /** Precision at a multiple of the number of relevant documents. */
  public static double rPrecisionAt(Relevance relevance, double multiple) {
    return precision(relevance, RecallRounding.NEARLY_UP.count(multiple, relevance.relevant()));
  }

  /** The maximum precision at the given recall or a higher one. */
  public static double interpolatedPrecision(
      Relevance relevance, double recall, RecallRounding rounding) {
    int first = Math.max(rounding.count(recall, relevance.relevant()), 1);
    double best = 0;
    for (int i = first; i <= relevance.relevantRetrieved(); i++) {
      best = Math.max(best, i / (double) relevance.ranks()[i - 1]);
    }
    return best;
  }

  public static double elevenPointAverage(Relevance relevance, RecallRounding rounding) {
    double sum = 0;
    for (int i = 10; i >= 0; i--) {
      sum += interpolatedPrecision(relevance, i / 10.0, rounding);
    }
    return sum / 11;
  }

  public static double bpref(JudgedRanking ranking, Relevance relevance) {
    double sum = 0;
    int nonrelevantAbove = 0;
    int bound = Math.min(relevance.nonrelevant(), relevance.relevant());
    for (int i = 0; i < ranking.size(); i++) {
      int grade = ranking.grade(i);
      if (grade >= relevance.level()) {
        sum +=
            nonrelevantAbove == 0
                ? 1
                : 1 - Math.min(nonrelevantAbove, relevance.relevant()) / (double) bound;
      } else if (grade >= 0) {
        nonrelevantAbove++;
      }
    }
    return ratio(sum, relevance.relevant());
  }

  /** Inferred AP (Yilmaz and Aslam 2006): estimates precision from the judged part of the pool. */
  public static double inferredAveragePrecision(JudgedRanking ranking, Relevance relevance) {
    double sum = 0;
    int pooled = 0;
    int relevantAbove = 0;
    int nonrelevantAbove = 0;
    for (int i = 0; i < ranking.size(); i++) {
      int grade = ranking.grade(i);
      if (grade >= relevance.level()) {
        double rank = i + 1.0;
        double inPool = i == 0 ? 0 : pooled / (double) i;
        double relevantInPool =
            (relevantAbove + INFERRED_AP_EPSILON)
                / (relevantAbove + nonrelevantAbove + 2 * INFERRED_AP_EPSILON);
        sum += 1 / rank + i / rank * inPool * relevantInPool;
        relevantAbove++;
      } else if (grade >= 0) {
        nonrelevantAbove++;
      }
      if (grade != JudgedRanking.NOT_IN_POOL) {
        pooled++;
      }
    }
    return ratio(sum, relevance.relevant());
  }

  public static double setPrecision(JudgedRanking ranking, Relevance relevance) {
    return ratio(relevance.relevantRetrieved(), ranking.size());
  }

  public static double setRelativePrecision(JudgedRanking ranking, Relevance relevance) {
    return ratio(relevance.relevantRetrieved(), Math.min(ranking.size(), relevance.relevant()));
  }

  public static double setRecall(Relevance relevance) {
    return ratio(relevance.relevantRetrieved(), relevance.relevant());
  }

  /**
   * The F measure of van Rijsbergen.
   *
   * @param weight the weight of recall relative to precision, beta squared
   */
  public static double setF(JudgedRanking ranking, Relevance relevance, double weight) {
    double precision = setPrecision(ranking, relevance);
    double recall = setRecall(relevance);
    return ratio((weight + 1) * precision * recall, weight * precision + recall);
  }

  public static double setAveragePrecision(JudgedRanking ranking, Relevance relevance) {
    double found = relevance.relevantRetrieved();
    return ratio(found * found, (double) ranking.size() * relevance.relevant());
  }

  public static double utility(JudgedRanking ranking, Relevance relevance) {
    return relevance.relevantRetrieved() - (ranking.size() - relevance.relevantRetrieved());
  }

  public static double nonrelevantJudgedFound(JudgedRanking ranking, int level) {
    int count = 0;
    for (int i = 0; i < ranking.size(); i++) {
      count += ranking.grade(i) >= 0 && ranking.grade(i) < level ? 1 : 0;
    }
    return count;
  }

  /** The share of the first {@code depth} documents that have a judgement. */
  public static double judgedShare(JudgedRanking ranking, int depth) {
    int considered = Math.min(depth, ranking.size());
    int judged = 0;
    for (int i = 0; i < considered; i++) {
      judged += ranking.grade(i) >= 0 ? 1 : 0;
    }
    return ratio(judged, considered);
  }

  /** The share of the first {@code depth} ranks that hold a document without a judgement. */
  public static double unjudgedShare(JudgedRanking ranking, int depth) {
    int unjudged = 0;
    for (int i = 0; i < Math.min(depth, ranking.size()); i++) {
      unjudged += ranking.grade(i) < 0 ? 1 : 0;
    }
    return ratio(unjudged, depth);
  }

  private static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
