// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SeedAverageTest {
  /** Returns the cell of a row that is compared with a base of .5, a value for each seed. */
  private static PaperTable.Cell ofSeeds(double p, double... values) {
    PaperTable mean = average(p, values).table("t");
    assertThat(mean.rows().getFirst().cells().get("MAP").pValue()).as("of the baseline").isEmpty();
    return mean.rows().getLast().cells().get("MAP");
  }

  private static PaperResult average(double p, double... values) {
    List<PaperResult> results = new ArrayList<>();
    for (double value : values) {
      PaperTable.Row base =
          PaperTable.Row.measured(
              "base", new LinkedHashMap<>(Map.of("MAP", new PaperTable.Cell(.5, Double.NaN))));
      PaperTable.Row row =
          PaperTable.Row.measured(
              "row", new LinkedHashMap<>(Map.of("MAP", new PaperTable.Cell(value, p))));
      PaperTable table = new PaperTable("t", "T", "", List.of("MAP"), List.of(base, row));
      results.add(
          new PaperResult(
              "hictl",
              "HICTL",
              settings(results.size() + 1),
              List.of(table),
              (result, report) -> {}));
    }
    return new SeedAverage(results).toResult();
  }

  private static SequencedMap<String, String> settings(int seed) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("scale", "small");
    settings.put("seed", "" + seed);
    settings.put("fingerprint of both", "f" + seed);
    settings.put(PaperResult.MEASURED, "2026-11-0" + (5 - seed));
    return settings;
  }

  @Test
  void settingsOfAllSeedsAreReported() {
    assertThat(average(.01, .6, .7, .8).settings())
        .containsExactly(
            entry("scale", "small"),
            entry("seed", "1 to 3"),
            entry("fingerprint of both", "f1; f2; f3"),
            entry(PaperResult.MEASURED, "2026-11-04"));
  }

  @Test
  void aDifferenceIsSignificantIfItIsWithEachSeed() {
    PaperTable.Cell above = ofSeeds(.01, .6, .7, .8);
    assertThat(above.value()).isCloseTo(.7, within(1e-12));
    assertThat(above.deviation()).isCloseTo(.1, within(1e-12));
    assertThat(above.p()).isEqualTo(.01);
    assertThat(ofSeeds(.2, .6, .7).p()).isEqualTo(.2);
  }

  @Test
  void significantDifferencesInBothDirectionsAreNone() {
    assertThat(ofSeeds(.01, .6, .4, .7).p()).isOne();
  }
}
