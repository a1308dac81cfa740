// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.isogloss.api.WordAttribution;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;

class OcclusionTest {
  private static final Map<String, Double> COUNTS =
      Map.of("station", 2.0, "Station", 1.0, "no", -1.0, "Bahnhof", 3.0);

  /** Sums fixed scores of the words of a passage, independently of the query. */
  private record WordCounts(boolean producesProbabilities) implements PairScorer {
    @Override
    public float[] score(Query query, List<Passage> passages) {
      float[] scores = new float[passages.size()];
      for (int i = 0; i < scores.length; i++) {
        double sum = 0;
        for (String word : passages.get(i).titledText().split("[^\\p{L}]+")) {
          sum += COUNTS.getOrDefault(word, 0.0);
        }
        scores[i] = (float) (producesProbabilities ? 1 / (1 + Math.exp(-sum)) : sum);
      }
      return scores;
    }

    @Override
    public void close() {}
  }

  private static List<WordAttribution> effects(boolean probabilities, String title, String text) {
    Passage passage = new Passage("d", 0, Language.of("en"), title, text, 0, text.length());
    return Occlusion.attributions(new WordCounts(probabilities), Query.of("Bahnhof"), passage);
  }

  @Test
  void attributesTheDecreaseOfTheScore() {
    String text = "There is no station.";
    assertThat(effects(false, "", text))
        .extracting(effect -> effect.word().coveredText(text), WordAttribution::attribution)
        .containsExactly(
            tuple("There", 0.0), tuple("is", 0.0), tuple("no", -1.0), tuple("station", 2.0));
  }

  @Test
  void attributesTheFirstWordsOfALongText() {
    List<WordAttribution> effects = effects(false, "", "no ".repeat(999) + "station no");
    assertThat(effects).hasSize(1_000);
    assertThat(effects.getLast().attribution()).isEqualTo(2);
  }

  @Test
  void usesLogOddsOfProbabilities() {
    List<WordAttribution> effects = effects(true, "", "no station");
    assertThat(effects.get(0).attribution()).isCloseTo(-1, within(1e-5));
    assertThat(effects.get(1).attribution()).isCloseTo(2, within(1e-5));
  }

  @Test
  void includesWordsOfTheTitle() {
    List<WordAttribution> effects = effects(false, "Station", "no station");
    assertThat(effects)
        .containsExactly(
            new WordAttribution(new Span(0, 7), 1),
            new WordAttribution(new Span(8, 10), -1),
            new WordAttribution(new Span(11, 18), 2));
  }

  @Test
  void textWithoutWordsHasNoAttributions() {
    assertThat(effects(false, "", "")).isEmpty();
    assertThat(effects(false, "", "... ?!")).isEmpty();
  }

  @Test
  void removesOneOfTwoSpaces() {
    assertThat(Occlusion.withoutWord("a big cat", new Span(2, 5))).isEqualTo("a cat");
    assertThat(Occlusion.withoutWord("big cat", new Span(0, 3))).isEqualTo("cat");
    assertThat(Occlusion.withoutWord("a cat.", new Span(2, 5))).isEqualTo("a .");
    assertThat(Occlusion.withoutWord("我想知道", new Span(1, 2))).isEqualTo("我知道");
  }
}
