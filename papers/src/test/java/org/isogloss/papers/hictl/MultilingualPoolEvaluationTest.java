// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.data.Judgement;
import org.junit.jupiter.api.Test;

class MultilingualPoolEvaluationTest {
  private static final Map<String, float[]> VECTORS =
      Map.of(
          "q-en", new float[] {1, 0},
          "q-de", new float[] {0, 1},
          "right-en", new float[] {.8f, .3f},
          "wrong-en", new float[] {.9f, .4f},
          "right-de", new float[] {.5f, .6f},
          "wrong-de", new float[] {.4f, .6f});

  /** An encoder with fixed vectors for some texts. */
  private static final Encoder ENCODER =
      new Encoder() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public String fingerprint() {
          return "00";
        }

        @Override
        public float[][] encode(List<String> texts, Role role) {
          return texts.stream().map(VECTORS::get).toArray(float[][]::new);
        }

        @Override
        public void close() {}
      };

  private static TestCollection pool() {
    Language en = Language.of("en");
    Language de = Language.of("de");
    return new TestCollection(
        "pool",
        List.of(
            new Document("en/1", en, "", "right-en"),
            new Document("en/2", en, "", "wrong-en"),
            new Document("de/1", de, "", "right-de"),
            new Document("de/2", de, "", "wrong-de")),
        List.of(new Query("q/en", en, "q-en"), new Query("q/de", de, "q-de")),
        List.of(
            new Judgement("q/en", "en/1", 1),
            new Judgement("q/en", "de/1", 1),
            new Judgement("q/de", "en/1", 1),
            new Judgement("q/de", "de/1", 1)));
  }

  @Test
  void ranksInThePoolOfAllLanguagesAndInEachLanguage() {
    List<Long> completed = new ArrayList<>();
    MultilingualPoolEvaluation ranking =
        MultilingualPoolEvaluation.rank(
            pool(),
            ENCODER,
            10,
            (done, total) -> {
              assertThat(total).isEqualTo(4);
              completed.add(done);
            });
    assertThat(completed).containsExactly(1L, 2L, 3L, 4L);
    // q-en: .8 relevant, .9 not, .5 relevant, .4 not: the relevant ones have ranks 2 and 3.
    assertThat(ranking.pooledPrecisions().get("eng")[0])
        .isCloseTo((1.0 / 2 + 2.0 / 3) / 2, within(1e-9));
    // q-de: .3 relevant, .4 not, .6 relevant, .6 not, which is ranked after its equal.
    assertThat(ranking.pooledPrecisions().get("deu")[0])
        .isCloseTo((1.0 + 2.0 / 4) / 2, within(1e-9));
    assertThat(ranking.pairPrecisions())
        .containsEntry("eng-eng", .5)
        .containsEntry("eng-deu", 1.0)
        .containsEntry("deu-eng", .5)
        .containsEntry("deu-deu", 1.0);
  }

  @Test
  void precisionIsAbsentWithoutRelevantDocuments() {
    assertThat(
            MultilingualPoolEvaluation.averagePrecision(
                new float[] {1, 2}, new int[] {0}, List.of(1)))
        .isZero();
  }
}
