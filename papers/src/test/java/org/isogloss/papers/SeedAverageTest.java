// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeedAverageTest {
  /** Returns the table of three seeds, in which a base of .5 is compared with a row. */
  private static PaperTable.Cell ofSeeds(double p, double... values) {
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
              new LinkedHashMap<>(Map.of("seed", "" + (results.size() + 1))),
              List.of(table),
              (result, report) -> {}));
    }
    PaperTable mean = new SeedAverage(results).toResult().table("t");
    assertThat(mean.rows().getFirst().cells().get("MAP").pValue()).as("of the baseline").isEmpty();
    return mean.rows().getLast().cells().get("MAP");
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
