package org.isogloss.papers.experiment;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that was measured of one system, in enough detail to compare it with another.
 *
 * @param values by benchmark, then by its part (a language or a pair of them): one figure for each
 *     query, in an order that is the same for all systems
 * @param figures further figures by name, then by part
 */
public record SystemMeasurements(
    SortedMap<String, SortedMap<String, double[]>> values,
    SortedMap<String, SortedMap<String, Double>> figures) {
  public SystemMeasurements {
    // A file of figures may hold anything.
    requireNoNull(values, "values");
    requireNoNull(figures, "figures");
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  private static void requireNoNull(Map<String, ? extends Map<String, ?>> all, String name) {
    boolean whole =
        all != null && all.values().stream().allMatch(of -> of != null && !of.containsValue(null));
    if (!whole) {
      throw new IllegalArgumentException(name + " lack some figures");
    }
  }

  /** The mean of each part of a benchmark. */
  public SortedMap<String, Double> partMeans(String benchmark) {
    SortedMap<String, Double> means = new TreeMap<>();
    if (values.containsKey(benchmark)) {
      values.get(benchmark).forEach((part, of) -> means.put(part, mean(of)));
    } else if (figures.containsKey(benchmark)) {
      means.putAll(figures.get(benchmark));
    }
    return means;
  }

  /**
   * What systems are compared by: the values of each query of each part, or, where there is one
   * figure for a part, these figures as one part.
   */
  public SortedMap<String, double[]> queryValues(String benchmark) {
    if (values.containsKey(benchmark)) {
      return values.get(benchmark);
    }
    double[] all =
        partMeans(benchmark).values().stream().mapToDouble(Double::doubleValue).toArray();
    return new TreeMap<>(Map.of(benchmark, all));
  }

  /** The mean of the parts' means: each language counts as much as any other. */
  public double macroAverage(String benchmark) {
    Map<String, Double> parts = partMeans(benchmark);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured as " + benchmark);
    }
    return parts.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }
}
