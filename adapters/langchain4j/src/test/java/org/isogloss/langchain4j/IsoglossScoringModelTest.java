// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsoglossScoringModelTest {
  @Test
  void scoresSegmentsInTheirOrder() {
    IsoglossScoringModel model = IsoglossScoringModel.of(new TestModels.WordOverlap());
    List<Double> scores =
        model
            .scoreAll(
                List.of(
                    TextSegment.from("no such word", Metadata.from("title", "red cats")),
                    TextSegment.from("the red cats sleep"),
                    TextSegment.from("two cats")),
                "red cats")
            .content();
    assertThat(scores).containsExactly(0.0, 2.0, 1.0);
    assertThat(model.score("cats", "red cats").content()).isEqualTo(1);
  }

  @Test
  void scoresNothing() {
    IsoglossScoringModel model = IsoglossScoringModel.of(new TestModels.WordOverlap());
    assertThat(model.scoreAll(List.of(), "red cats").content()).isEmpty();
  }

  @Test
  void doesNotCloseAGivenScorer() {
    TestModels.WordOverlap scorer = new TestModels.WordOverlap();
    IsoglossScoringModel.of(scorer).close();
    assertThat(scorer.closed).isFalse();
  }

  @Test
  void theShippedReRankerPrefersTheAnswerInAnotherLanguage() {
    try (IsoglossScoringModel model = IsoglossScoringModel.open("reranker")) {
      List<Double> scores =
          model
              .scoreAll(
                  List.of(
                      TextSegment.from("Der Zug nach Paris fährt um acht Uhr."),
                      TextSegment.from("La tour Eiffel mesure 330 mètres de haut.")),
                  "How tall is the Eiffel Tower?")
              .content();
      assertThat(scores.get(1)).isGreaterThan(scores.get(0));
    }
  }
}
