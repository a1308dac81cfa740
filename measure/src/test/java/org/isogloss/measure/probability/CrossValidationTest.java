// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.ScoreProbability;
import org.junit.jupiter.api.Test;

class CrossValidationTest {
  @Test
  void eachHitHasAFunctionThatDoesNotDependOnIt() {
    Random random = new Random(3);
    List<ScoredJudgement> hits = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double score = random.nextDouble();
      hits.add(new ScoredJudgement(score, random.nextDouble() < score));
    }
    List<ScoreProbability> before = CrossValidation.fit(hits, 1);
    assertThat(before).hasSize(200);
    assertThat(before.stream().distinct()).hasSize(CrossValidation.FOLDS);
    for (ScoreProbability function : before.stream().distinct().toList()) {
      assertThat(before.stream().filter(function::equals)).hasSize(20);
    }
    // Another score of the same hit changes all functions but its own.
    hits.set(7, new ScoredJudgement(5, hits.get(7).relevant()));
    List<ScoreProbability> after = CrossValidation.fit(hits, 1);
    assertThat(after.get(7)).isEqualTo(before.get(7));
    for (int i = 0; i < 200; i++) {
      assertThat(after.get(i).equals(before.get(i))).isEqualTo(before.get(i).equals(before.get(7)));
    }
  }
}
