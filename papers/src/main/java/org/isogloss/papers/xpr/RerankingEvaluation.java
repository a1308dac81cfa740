// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/**
 * Re-ranks the first candidates of an encoder, by the re-ranker's scores alone or by the mean of
 * both as standard scores. The other candidates follow in their order.
 */
final class RerankingEvaluation {
  /** Number of re-ranked candidates. */
  static final int RERANKING_DEPTH = 20;

  /** Columns of the re-ranker alone, and of the combination. */
  static final String RERANKER_SUFFIX = "";

  static final String INTERPOLATED_SUFFIX = " with encoder";

  private RerankingEvaluation() {}

  /** Returns the positions of the first candidates by score. */
  static List<Integer> topCandidates(float[] scores) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble(place -> -scores[place]))
        .limit(RERANKING_DEPTH)
        .toList();
  }

  /**
   * Measures both orders.
   *
   * @param encoderScores the encoder's scores of all candidates of each question
   * @param reranked positions of the re-ranked candidates
   * @param rerankerScores the re-ranker's scores of these
   */
  static SystemMeasurements measure(
      MixedLanguageTestSet testSet,
      List<float[]> encoderScores,
      List<List<Integer>> reranked,
      List<float[]> rerankerScores) {
    List<float[]> alone = new ArrayList<>();
    List<float[]> together = new ArrayList<>();
    for (int q = 0; q < encoderScores.size(); q++) {
      float[] before = encoderScores.get(q);
      List<Integer> chosen = reranked.get(q);
      double[] ofReranker = new double[chosen.size()];
      double[] ofEncoder = new double[chosen.size()];
      for (int i = 0; i < ofReranker.length; i++) {
        ofReranker[i] = rerankerScores.get(q)[i];
        ofEncoder[i] = before[chosen.get(i)];
      }
      alone.add(replaceTop(before, chosen, ofReranker));
      together.add(
          replaceTop(before, chosen, sum(standardScores(ofReranker), standardScores(ofEncoder))));
    }
    return both(XprMeasures.measure(testSet, alone), XprMeasures.measure(testSet, together));
  }

  /** Returns the encoder's own figures, in the columns of both. */
  static SystemMeasurements measure(MixedLanguageTestSet testSet, List<float[]> encoderScores) {
    SystemMeasurements measured = XprMeasures.measure(testSet, encoderScores);
    return both(measured, measured);
  }

  private static SystemMeasurements both(SystemMeasurements alone, SystemMeasurements together) {
    return alone
        .renamed(key -> key + RERANKER_SUFFIX)
        .with(together.renamed(key -> key + INTERPOLATED_SUFFIX));
  }

  /** Places new scores before those of the others. */
  private static float[] replaceTop(float[] before, List<Integer> chosen, double[] scores) {
    float[] all = new float[before.length];
    double most = Double.NEGATIVE_INFINITY;
    for (float score : before) {
      most = Math.max(most, score);
    }
    double least = Double.POSITIVE_INFINITY;
    for (double score : scores) {
      least = Math.min(least, score);
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) (least - 1 - most + before[i]);
    }
    for (int i = 0; i < scores.length; i++) {
      all[chosen.get(i)] = (float) scores[i];
    }
    return all;
  }

  private static double[] standardScores(double[] scores) {
    double mean = IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).average().orElse(0);
    double squares = 0;
    for (double score : scores) {
      squares += (score - mean) * (score - mean);
    }
    double deviation = Math.sqrt(squares / Math.max(1, scores.length));
    double[] standard = new double[scores.length];
    for (int i = 0; i < standard.length; i++) {
      standard[i] = deviation == 0 ? 0 : (scores[i] - mean) / deviation;
    }
    return standard;
  }

  private static double[] sum(double[] one, double[] other) {
    double[] sum = new double[one.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = one[i] + other[i];
    }
    return sum;
  }
}
