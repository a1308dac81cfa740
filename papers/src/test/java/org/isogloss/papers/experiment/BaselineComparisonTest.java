// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.papers.PaperTable;
import org.junit.jupiter.api.Test;

class BaselineComparisonTest {
  private static SystemMeasurements system(Map<String, double[]> benchmarks) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    benchmarks.forEach((name, of) -> values.put(name, new TreeMap<>(Map.of("de", of))));
    return new SystemMeasurements(values, new TreeMap<>());
  }

  private static List<PaperTable.Row> rows(
      SystemMeasurements base, SystemMeasurements other, String... columns) {
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    systems.put("base", base);
    systems.put("other", other);
    SequencedMap<String, String> named = new LinkedHashMap<>();
    for (String column : columns) {
      named.put(column, column);
    }
    PairwiseTest test = SignificanceTest.RANDOMISATION.of(systems, Set.of(), 1);
    return new BaselineComparison(systems, named, test).rows();
  }

  @Test
  void aColumnWithTheSameValuesCountsOnce() {
    double[] low = new Random(1).doubles(30, 0, .6).toArray();
    double[] high = new Random(2).doubles(30, .1, .8).toArray();
    SystemMeasurements base = system(Map.of("MRR", low, "MAP", low));
    SystemMeasurements other = system(Map.of("MRR", high, "MAP", high));
    double alone = rows(base, other, "MRR").get(1).cells().get("MRR").p();
    List<PaperTable.Row> both = rows(base, other, "MRR", "MAP");
    assertThat(both.get(1).cells().get("MRR").p()).isEqualTo(alone);
    assertThat(both.get(1).cells().get("MAP").p()).isEqualTo(alone);
    assertThat(both.get(0).cells().get("MAP").p()).isNaN();
    SystemMeasurements third = system(Map.of("MRR", high, "MAP", low));
    assertThat(rows(base, third, "MRR", "MAP").get(1).cells().get("MRR").p())
        .as("corrected for two")
        .isEqualTo(Math.min(1, 2 * alone));
  }
}
