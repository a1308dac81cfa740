// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.isogloss.measure.stats.PairedTTest;

/** A paired test of the difference of two systems by their values of each query. */
public enum SignificanceTest {
  /** Randomisation of macro-averages over the parts of a benchmark. */
  RANDOMISATION,
  /** Student's two-tailed t-test on the values of a benchmark's only part. */
  T_TEST;

  /**
   * Returns the test of systems.
   *
   * @param systems measurements by name of the system
   * @param translated benchmarks in which item i of a part is the translation of item i of the
   *     others; they are compared by {@link MacroAverageSignificance#pValueOfTranslations} if all
   *     parts have as many items
   * @param seed seed of the randomisation test
   */
  PairwiseTest of(Map<String, SystemMeasurements> systems, Set<String> translated, long seed) {
    return (benchmark, one, other) -> {
      SortedMap<String, double[]> expected = systems.get(one).queryValues(benchmark);
      SortedMap<String, double[]> found = systems.get(other).queryValues(benchmark);
      if (this == T_TEST) {
        return PairedTTest.of(expected.firstEntry().getValue(), found.firstEntry().getValue()).p();
      }
      long lengths =
          expected.values().stream().mapToInt(values -> values.length).distinct().count();
      return translated.contains(benchmark) && lengths == 1
          ? MacroAverageSignificance.pValueOfTranslations(expected, found, seed)
          : MacroAverageSignificance.pValue(expected, found, seed);
    };
  }
}
