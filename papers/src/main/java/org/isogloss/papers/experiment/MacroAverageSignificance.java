// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.DoubleStream;
import org.isogloss.measure.stats.HolmCorrection;
import org.isogloss.measure.stats.RandomizationTest;

/**
 * Compares systems with a baseline on macro-averages over languages, query by query. Queries are
 * weighted so that their mean is the mean of the languages' means, the average that is reported.
 */
public final class MacroAverageSignificance {
  private MacroAverageSignificance() {}

  /**
   * Returns the probability of a difference at least this large under the null hypothesis:
   * two-tailed paired randomisation test.
   *
   * @param baseline by part, one value for each query
   * @param system the same parts and queries
   * @throws IllegalArgumentException if parts or queries differ
   */
  public static double pValue(
      SortedMap<String, double[]> baseline, SortedMap<String, double[]> system, long seed) {
    if (!baseline.keySet().equals(system.keySet())) {
      throw new IllegalArgumentException(
          "compared are " + baseline.keySet() + " and " + system.keySet());
    }
    return RandomizationTest.of(
            macroWeighted(baseline), macroWeighted(system), RandomizationTest.DEFAULT_SAMPLES, seed)
        .p();
  }

  /**
   * Returns such a probability for parts in which item i is the translation of item i of the
   * others. The unit of the test is the item in all languages: its translations are not independent
   * of each other.
   *
   * @throws IllegalArgumentException if parts or numbers of items differ
   */
  public static double pValueOfTranslations(
      SortedMap<String, double[]> baseline, SortedMap<String, double[]> system, long seed) {
    return RandomizationTest.of(
            itemMeans(baseline), itemMeans(system), RandomizationTest.DEFAULT_SAMPLES, seed)
        .p();
  }

  private static double[] itemMeans(SortedMap<String, double[]> parts) {
    double[] means = new double[parts.firstEntry().getValue().length];
    parts.forEach(
        (part, values) -> {
          if (values.length != means.length) {
            throw new IllegalArgumentException(
                part + " has " + values.length + " items, expected " + means.length);
          }
          for (int i = 0; i < means.length; i++) {
            means[i] += values[i] / parts.size();
          }
        });
    return means;
  }

  private static double[] macroWeighted(SortedMap<String, double[]> parts) {
    double queries = parts.values().stream().mapToInt(values -> values.length).sum();
    return parts.values().stream()
        .flatMapToDouble(
            values -> {
              double weight = queries / (parts.size() * (double) values.length);
              return Arrays.stream(values).map(value -> value * weight);
            })
        .toArray();
  }

  /** Corrects all p-values of a table together (Holm); NaN values remain. */
  public static List<Double> holmCorrected(List<Double> pValues) {
    double[] adjusted =
        HolmCorrection.adjust(
            pValues.stream()
                .flatMapToDouble(
                    one -> Double.isNaN(one) ? DoubleStream.empty() : DoubleStream.of(one))
                .toArray());
    List<Double> all = new ArrayList<>();
    int at = 0;
    for (double one : pValues) {
      all.add(Double.isNaN(one) ? Double.NaN : adjusted[at++]);
    }
    return all;
  }
}
