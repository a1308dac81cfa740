// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.isogloss.core.Hit;
import org.junit.jupiter.api.Test;

class TextScoresTest {
  private static TextScores scores(List<String> languages, double... values) {
    List<Hit> hits = new ArrayList<>();
    for (double value : values) {
      hits.add(new Hit("d" + hits.size(), value));
    }
    return TextScores.of(hits, languages);
  }

  @Test
  void textScoreIsASoftMaximumWithoutTheOffsetsOfLanguages() {
    // Mean 2.5, standard deviation 1.25: standard scores 1.2, .8, -.4, -1.6. The offset of en is
    // half of (1.2 - .4) / 3, that of de half of .8 / 2.
    TextScores scores = scores(List.of("en", "de", "en", "fr"), 4, 3.5, 2, 0.5);
    double deviation = Math.sqrt((2.25 + 1 + .25 + 4) / 4);
    double en1 = 1.5 / deviation;
    double de = 1 / deviation;
    double en2 = -.5 / deviation;
    double fr = -2 / deviation;
    assertThat(scores.difference(0, 3)).isEqualTo(en1 - fr, within(1e-12));
    double ofEnglish = en1 - (en1 + en2) / 3 / 2;
    double ofGerman = de - de / 2 / 2;
    double expected = .2 * Math.log((Math.exp(ofEnglish / .2) + Math.exp(ofGerman / .2)) / 2);
    assertThat(scores.text(List.of(0, 1), 2)).isEqualTo(expected, within(1e-12));
    assertThat(scores.text(List.of(3), 1))
        .as("a text in one language keeps its score")
        .isEqualTo(fr, within(1e-12));
  }

  @Test
  void versionsThatWereNotFoundLowerTheScore() {
    TextScores scores = scores(List.of("en", "de", "fr"), 3, 3, 0);
    assertThat(scores.text(List.of(0, 1), 4))
        .isEqualTo(scores.text(List.of(0, 1), 2) - .2 * Math.log(2), within(1e-12));
  }

  @Test
  void equalScoresAreZero() {
    TextScores scores = scores(List.of("en", "de"), 7, 7);
    assertThat(scores.text(List.of(0, 1), 2)).isZero();
    assertThat(scores.difference(0, 1)).isZero();
  }

  @Test
  void halfOfWhatALanguageIsPreferredByDoesNotCount() {
    // Four texts in both languages; the scorer prefers the English versions, which come first.
    List<String> languages = List.of("en", "en", "en", "en", "de", "de", "de", "de");
    TextScores clear = scores(languages, 5, 4.8, 4.6, 4.4, 2, 4.2, 2.2, 2);
    assertThat(clear.text(List.of(0), 1)).isGreaterThan(clear.text(List.of(1), 1));
    assertThat(clear.text(List.of(1, 5), 2))
        .as("what is clearly better in German outweighs what is hardly better in English")
        .isGreaterThan(clear.text(List.of(0, 4), 2));
    TextScores slight = scores(languages, 5, 4.8, 4.6, 4.4, 2, 3.8, 2.2, 2);
    assertThat(slight.text(List.of(1, 5), 2))
        .as("the order of the preferred language counts too")
        .isLessThan(slight.text(List.of(0, 4), 2));
  }

  @Property(tries = 200)
  void isInvariantToPositiveAffineTransformations(
      @ForAll @Size(min = 2, max = 20) List<@IntRange(max = 100) Integer> values,
      @ForAll @DoubleRange(min = 0.1, max = 50) double factor,
      @ForAll @DoubleRange(min = -100, max = 100) double shift) {
    List<String> languages = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      languages.add("l" + i % 3);
      all.add(i);
    }
    double[] plain = values.stream().mapToDouble(Integer::doubleValue).toArray();
    double[] moved = values.stream().mapToDouble(value -> factor * value + shift).toArray();
    assertThat(scores(languages, moved).text(all, all.size()))
        .isEqualTo(scores(languages, plain).text(all, all.size()), within(1e-6));
  }
}
