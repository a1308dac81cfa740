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
  void eachQueryHasAFunctionThatDoesNotDependOnIt() {
    Random random = new Random(3);
    List<JudgedTexts> queries = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double score = random.nextDouble();
      queries.add(
          new JudgedTexts(
              List.of(score, score / 2), List.of(random.nextDouble() < score, false), 10));
    }
    List<ScoreProbability> before = CrossValidation.fit(queries);
    assertThat(before).hasSize(200);
    assertThat(before.stream().distinct()).hasSize(CrossValidation.FOLDS);
    for (ScoreProbability function : before.stream().distinct().toList()) {
      assertThat(before.stream().filter(function::equals)).hasSize(20);
    }
    // Another score of the same query changes all functions but its own.
    queries.set(7, new JudgedTexts(List.of(5.0, 1.0), queries.get(7).relevant(), 10));
    List<ScoreProbability> after = CrossValidation.fit(queries);
    assertThat(after.get(7)).isEqualTo(before.get(7));
    for (int i = 0; i < 200; i++) {
      assertThat(after.get(i).equals(before.get(i))).isEqualTo(before.get(i).equals(before.get(7)));
    }
  }
}
