// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.measure.stats.RandomizationTest;
import org.junit.jupiter.api.Test;

class MacroAverageSignificanceTest {
  private static double[] coins(long seed, int size, double share) {
    Random random = new Random(seed);
    return random.doubles(size).map(x -> x < share ? 1 : 0).toArray();
  }

  @Test
  void averagesOverLanguagesRegardlessOfTheirNumbersOfQueries() {
    SortedMap<String, double[]> a =
        new TreeMap<>(Map.of("de", new double[] {0, 0, 0, 0}, "th", new double[] {1, 0}));
    SortedMap<String, double[]> b =
        new TreeMap<>(Map.of("de", new double[] {1, 1, 0, 0}, "th", new double[] {0, 1}));
    double[] weightedA = {0, 0, 0, 0, 1.5, 0};
    double[] weightedB = {.75, .75, 0, 0, 0, 1.5};
    assertThat(MacroAverageSignificance.pValue(a, b, 1))
        .isEqualTo(RandomizationTest.of(weightedA, weightedB, 100, 1).p());
  }

  @Test
  void clearDifferenceIsSignificantAndEqualityIsNot() {
    SortedMap<String, double[]> a =
        new TreeMap<>(Map.of("de", coins(1, 400, .4), "fr", coins(2, 300, .4)));
    SortedMap<String, double[]> better =
        new TreeMap<>(Map.of("de", coins(3, 400, .6), "fr", coins(4, 300, .6)));
    SortedMap<String, double[]> alike =
        new TreeMap<>(Map.of("de", coins(5, 400, .4), "fr", coins(6, 300, .4)));
    assertThat(MacroAverageSignificance.pValue(a, better, 1)).isLessThan(.001);
    assertThat(MacroAverageSignificance.pValue(a, alike, 1)).isGreaterThan(.01);
    assertThat(MacroAverageSignificance.pValue(a, a, 1)).isEqualTo(1);
  }

  @Test
  void translationsOfAnItemAreOneItem() {
    double[] before = coins(7, 60, .4);
    double[] after = coins(8, 60, .5);
    SortedMap<String, double[]> a = new TreeMap<>();
    SortedMap<String, double[]> b = new TreeMap<>();
    for (String language : List.of("ar", "de", "fr", "ru", "th")) {
      a.put(language, before);
      b.put(language, after);
    }
    double once = RandomizationTest.of(before, after, RandomizationTest.DEFAULT_SAMPLES, 1).p();
    assertThat(MacroAverageSignificance.pValueOfTranslations(a, b, 1)).isCloseTo(once, within(.01));
    assertThat(MacroAverageSignificance.pValue(a, b, 1)).isLessThan(once / 2);
    b.put("th", new double[3]);
    assertThatThrownBy(() -> MacroAverageSignificance.pValueOfTranslations(a, b, 1))
        .hasMessage("th has 3 items, expected 60");
  }

  @Test
  void correctsForMultipleComparisonsExceptBaselines() {
    assertThat(MacroAverageSignificance.holmCorrected(Arrays.asList(Double.NaN, .01, .04, .03)))
        .containsExactly(Double.NaN, .03, .06, .06);
    assertThat(MacroAverageSignificance.holmCorrected(List.of())).isEmpty();
  }

  @Test
  void rejectsMeasurementsOfDifferentQueries() {
    assertThatThrownBy(
            () ->
                MacroAverageSignificance.pValue(
                    new TreeMap<>(Map.of("de", new double[1])),
                    new TreeMap<>(Map.of("fr", new double[1])),
                    1))
        .hasMessageContaining("compared are [de] and [fr]");
  }
}
