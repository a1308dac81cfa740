// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.junit.jupiter.api.Test;

class RelevanceGradesTest {
  private static Ranking ranking(double... scores) {
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      hits.add(new Hit("d" + i, scores[i]));
    }
    return Ranking.of(hits);
  }

  @Test
  void cutsScoresIntoSixGrades() {
    Map<String, Integer> grades =
        RelevanceGrades.of("d0", ranking(30, 20.1, 20, 14, 9, 8.9, 5, 4.9, 1));
    assertThat(grades)
        .containsExactly(
            Map.entry("d0", 6),
            Map.entry("d1", 5),
            Map.entry("d2", 5),
            Map.entry("d3", 4),
            Map.entry("d4", 3),
            Map.entry("d5", 3),
            Map.entry("d6", 2),
            Map.entry("d7", 2),
            Map.entry("d8", 1));
  }

  @Test
  void spreadsFewClassesOverTheScale() {
    assertThat(RelevanceGrades.of("d0", ranking(7)).values()).containsExactly(6);
    assertThat(RelevanceGrades.of("d0", ranking(7, 3)).values()).containsExactly(6, 3);
    assertThat(RelevanceGrades.of("d0", ranking(7, 3, 1)).values()).containsExactly(6, 4, 2);
    assertThat(RelevanceGrades.of("d0", ranking(7, 5, 3, 1)).values()).containsExactly(6, 5, 3, 2);
  }

  @Test
  void givesTheOwnDocumentTheHighestGradeAtAnyRank() {
    assertThat(RelevanceGrades.of("d2", ranking(7, 5, 1)))
        .containsEntry("d2", 6)
        .containsEntry("d0", 6)
        .containsEntry("d1", 4);
    assertThat(RelevanceGrades.of("elsewhere", ranking(7)))
        .containsEntry("elsewhere", 6)
        .hasSize(2);
  }
}
