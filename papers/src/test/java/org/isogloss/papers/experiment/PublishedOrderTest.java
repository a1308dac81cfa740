// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.papers.PaperTable;
import org.junit.jupiter.api.Test;

class PublishedOrderTest {
  private final SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();

  /** Adds a system with a mean over 100 queries. */
  private void measured(String name, double mean) {
    double[] values = new Random(1).doubles(100, -.05, .05).map(noise -> mean + noise).toArray();
    // Every other system has other noise, so that equal means are not equal values.
    if (systems.size() % 2 == 1) {
      double[] reversed = new double[values.length];
      Arrays.setAll(reversed, i -> values[values.length - 1 - i]);
      systems.put(name, SystemMeasurements.builder().values("MAP", "all", reversed).build());
    } else {
      systems.put(name, SystemMeasurements.builder().values("MAP", "all", values).build());
    }
  }

  private static PaperTable.Row published(String name, double map) {
    return PaperTable.Row.published(name, "table 2", Map.of("MAP", map));
  }

  private List<String> verdicts(List<String> stated, PaperTable.Row... published) {
    return verdicts(stated, false, published);
  }

  private List<String> verdicts(
      List<String> stated, boolean againstFirst, PaperTable.Row... published) {
    BaselineComparison comparison =
        new BaselineComparison(
            systems,
            PaperTables.columns(List.of("MAP")),
            SignificanceTest.RANDOMISATION.of(systems, Set.of(), 1));
    return new PublishedOrder(comparison, List.of(published), stated, againstFirst).verdicts();
  }

  @Test
  void comparesEachSystemWithTheNextOneOfThePaper() {
    measured("C", .5);
    measured("B", .5);
    measured("A", .7);
    assertThat(verdicts(List.of(), published("A", .9), published("C", .3), published("B", .6)))
        .containsExactly(
            "MAP. The paper: A > B > C; here: A > B (p < .001), B = C (p = 1.00): holds in part.");
  }

  @Test
  void saysWhetherAnOrderHolds() {
    measured("mbert, none", .5);
    measured("mbert, HICTL", .7);
    assertThat(verdicts(List.of("HICTL", "none")))
        .containsExactly(
            "MAP. The paper: mbert, HICTL > mbert, none; here: mbert, HICTL > mbert, none"
                + " (p < .001): holds.");
    assertThat(verdicts(List.of("none", "HICTL")))
        .singleElement()
        .asString()
        .contains("mbert, none < mbert, HICTL (p < .001)")
        .endsWith("does not hold.");
    measured("other", .7);
    assertThat(verdicts(List.of("other", "HICTL")))
        .singleElement()
        .asString()
        .endsWith("other = mbert, HICTL (p = 1.00): open, as no difference is significant.");
  }

  @Test
  void columnsWithTheSameValuesCountOnce() {
    measured("B", .5);
    measured("A", .6);
    systems.replaceAll((name, one) -> one.with(one.renamed(map -> "MRR")));
    BaselineComparison comparison =
        new BaselineComparison(
            systems,
            PaperTables.columns(List.of("MAP", "MRR")),
            SignificanceTest.RANDOMISATION.of(systems, Set.of(), 1));
    List<PaperTable.Row> none = List.of();
    assertThat(new PublishedOrder(comparison, none, List.of("A", "B"), false).verdicts())
        .isEqualTo(verdicts(List.of("A", "B")));
  }

  @Test
  void comparesEachSystemWithTheFirstRow() {
    measured("AGG", .5);
    measured("trained on 1", .7);
    measured("trained on 2", .7);
    measured("trained on 3", .3);
    PaperTable.Row[] rows = {
      published("AGG", .5),
      published("trained on 1", .8),
      published("trained on 2", .7),
      published("trained on 3", .6)
    };
    assertThat(verdicts(List.of(), true, rows))
        .as("models that are equal to each other may both improve AGG")
        .containsExactly(
            "MAP. The paper: trained on 1 > trained on 2 > trained on 3 > AGG; here: trained on 1 >"
                + " AGG (p < .001), trained on 2 > AGG (p < .001), trained on 3 < AGG (p < .001):"
                + " holds in part.");
    rows[3] = published("trained on 3", .2);
    assertThat(verdicts(List.of(), true, rows))
        .singleElement()
        .asString()
        .endsWith("AGG > trained on 3 (p < .001): holds.");
  }

  @Test
  void saysNothingOnSystemsThatThePaperDoesNotHave() {
    measured("A", .5);
    measured("B", .6);
    assertThat(verdicts(List.of(), published("A", .9), published("Z", .8))).isEmpty();
  }
}
