// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;
import org.junit.jupiter.api.Test;

class RerankingEvaluationTest {
  private static final int CANDIDATES = 25;

  /** One query; passage 3 is relevant. */
  private static MixedLanguageTestSet test() {
    List<Integer> all = IntStream.range(0, CANDIDATES).boxed().toList();
    List<BilingualText> passages =
        all.stream().map(i -> new BilingualText("p" + i, "q" + i)).toList();
    BilingualQuestion question = new BilingualQuestion(new BilingualText("a", "b"), all, Set.of(3));
    return MixedLanguageTestSet.mix(
        new BilingualQuestionSet("test", passages, List.of(question)), new Random(1));
  }

  /** The order of the encoder is that of the numbers. */
  private static float[] falling() {
    float[] scores = new float[CANDIDATES];
    for (int i = 0; i < CANDIDATES; i++) {
      scores[i] = 1 - i * 0.01f;
    }
    return scores;
  }

  private static double reciprocal(SystemMeasurements figures, String how) {
    return figures.macroAverage("test MRR" + how);
  }

  @Test
  void ordersTopCandidatesByReRankerAndByInterpolation() {
    List<float[]> first = List.of(falling());
    List<Integer> places = RerankingEvaluation.topCandidates(first.getFirst());
    assertThat(places)
        .hasSize(RerankingEvaluation.RERANKING_DEPTH)
        .startsWith(0, 1, 2, 3)
        .endsWith(19);
    float[] second = new float[RerankingEvaluation.RERANKING_DEPTH];
    Arrays.fill(second, .2f);
    second[3] = .9f;
    second[19] = 3;
    SystemMeasurements figures =
        RerankingEvaluation.measure(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, RerankingEvaluation.RERANKER_SUFFIX))
        .isEqualTo(.5, within(1e-12));
    // The encoder prefers 3 to 19, but by less than the re-ranker prefers 19.
    assertThat(reciprocal(figures, RerankingEvaluation.INTERPOLATED_SUFFIX))
        .isEqualTo(.5, within(1e-12));
    second[19] = .9f;
    figures = RerankingEvaluation.measure(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, RerankingEvaluation.INTERPOLATED_SUFFIX))
        .isEqualTo(1, within(1e-12));
    assertThat(
            reciprocal(
                RerankingEvaluation.measure(test(), first), RerankingEvaluation.RERANKER_SUFFIX))
        .isEqualTo(.25, within(1e-12));
  }

  @Test
  void candidatesBelowTheDepthKeepTheirOrderAfterTheReRanked() {
    float[] scores = falling();
    scores[3] = -5;
    List<float[]> first = List.of(scores);
    List<Integer> places = RerankingEvaluation.topCandidates(scores);
    float[] second = new float[RerankingEvaluation.RERANKING_DEPTH];
    SystemMeasurements figures =
        RerankingEvaluation.measure(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, RerankingEvaluation.RERANKER_SUFFIX))
        .isEqualTo(1.0 / CANDIDATES, within(1e-12));
  }
}
