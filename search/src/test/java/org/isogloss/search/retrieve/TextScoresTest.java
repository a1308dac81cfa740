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
  private static TextScores scores(double... values) {
    List<Hit> hits = new ArrayList<>();
    for (double value : values) {
      hits.add(new Hit("d" + hits.size(), value));
    }
    return TextScores.of(hits);
  }

  @Test
  void textScoreIsASoftMaximum() {
    // Mean 2.5, standard deviation 1.35.
    TextScores scores = scores(4, 3.9, 2, 0.1);
    double deviation = Math.sqrt((2.25 + 1.96 + .25 + 5.76) / 4);
    double en = 1.5 / deviation;
    double de = 1.4 / deviation;
    double fr = -2.4 / deviation;
    assertThat(scores.difference(0, 3)).isEqualTo(en - fr, within(1e-12));
    double expected = .1 * Math.log((Math.exp(en / .1) + Math.exp(de / .1)) / 2);
    assertThat(scores.text(List.of(0, 1), 2)).isEqualTo(expected, within(1e-12));
    assertThat(scores.text(List.of(3), 1))
        .as("a text in one language keeps its score")
        .isEqualTo(fr, within(1e-12));
  }

  @Test
  void versionsThatWereNotFoundLowerTheScore() {
    TextScores scores = scores(3, 3, 0);
    assertThat(scores.text(List.of(0, 1), 4))
        .isEqualTo(scores.text(List.of(0, 1), 2) - .1 * Math.log(2), within(1e-12));
  }

  @Test
  void equalScoresAreZero() {
    TextScores scores = scores(7, 7);
    assertThat(scores.text(List.of(0, 1), 2)).isZero();
    assertThat(scores.difference(0, 1)).isZero();
  }

  @Property(tries = 200)
  void isInvariantToPositiveAffineTransformations(
      @ForAll @Size(min = 2, max = 20) List<@IntRange(max = 100) Integer> values,
      @ForAll @DoubleRange(min = 0.1, max = 50) double factor,
      @ForAll @DoubleRange(min = -100, max = 100) double shift) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      all.add(i);
    }
    double[] plain = values.stream().mapToDouble(Integer::doubleValue).toArray();
    double[] moved = values.stream().mapToDouble(value -> factor * value + shift).toArray();
    assertThat(scores(moved).text(all, all.size()))
        .isEqualTo(scores(plain).text(all, all.size()), within(1e-6));
  }
}
