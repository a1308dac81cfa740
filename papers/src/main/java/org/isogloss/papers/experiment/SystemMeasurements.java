// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * All measurements of one system, in enough detail to compare it with another.
 *
 * @param values by benchmark, then by part (a language or a language pair): one value for each
 *     query, in the same order for all systems
 * @param figures further figures by name, then by part
 */
public record SystemMeasurements(
    SortedMap<String, SortedMap<String, double[]>> values,
    SortedMap<String, SortedMap<String, Double>> figures) {
  public SystemMeasurements {
    // A file may contain anything.
    requireNoNull(values, "values");
    requireNoNull(figures, "figures");
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /** Collects measurements. */
  public static final class Builder {
    private final SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();

    private Builder() {}

    /** Adds the values of the queries of a part of a benchmark. */
    public Builder values(String benchmark, String part, double... ofQueries) {
      values.computeIfAbsent(benchmark, key -> new TreeMap<>()).put(part, ofQueries);
      return this;
    }

    /** Adds the values of the queries of each part of a benchmark. */
    public Builder values(String benchmark, Map<String, double[]> parts) {
      parts.forEach((part, ofQueries) -> values(benchmark, part, ofQueries));
      return this;
    }

    /** Adds a figure of a part of a benchmark. */
    public Builder figure(String benchmark, String part, double figure) {
      figures.computeIfAbsent(benchmark, key -> new TreeMap<>()).put(part, figure);
      return this;
    }

    /** Adds a figure of each part of a benchmark. */
    public Builder figures(String benchmark, Map<String, Double> parts) {
      parts.forEach((part, figure) -> figure(benchmark, part, figure));
      return this;
    }

    public SystemMeasurements build() {
      return new SystemMeasurements(values, figures);
    }
  }

  /** Returns an empty collection of measurements. */
  public static Builder builder() {
    return new Builder();
  }

  private static void requireNoNull(Map<String, ? extends Map<String, ?>> all, String name) {
    boolean complete =
        all != null && all.values().stream().allMatch(of -> of != null && !of.containsValue(null));
    if (!complete) {
      throw new IllegalArgumentException(name + " lack some figures");
    }
  }

  /** Returns these measurements and others, which replace those of the same name. */
  public SystemMeasurements with(SystemMeasurements others) {
    SortedMap<String, SortedMap<String, double[]>> allValues = new TreeMap<>(values);
    allValues.putAll(others.values);
    SortedMap<String, SortedMap<String, Double>> allFigures = new TreeMap<>(figures);
    allFigures.putAll(others.figures);
    return new SystemMeasurements(allValues, allFigures);
  }

  /** Returns these measurements with other names of benchmarks and figures. */
  public SystemMeasurements renamed(UnaryOperator<String> naming) {
    SortedMap<String, SortedMap<String, double[]>> newValues = new TreeMap<>();
    values.forEach((name, of) -> newValues.put(naming.apply(name), of));
    SortedMap<String, SortedMap<String, Double>> newFigures = new TreeMap<>();
    figures.forEach((name, of) -> newFigures.put(naming.apply(name), of));
    return new SystemMeasurements(newValues, newFigures);
  }

  /** Returns whether something was measured by this name. */
  public boolean has(String benchmark) {
    return !partMeans(benchmark).isEmpty();
  }

  /** Returns the mean of each part of a benchmark. */
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
   * Returns the values that are compared: those of each query of each part or, with one figure for
   * a part, these figures as one part.
   */
  public SortedMap<String, double[]> queryValues(String benchmark) {
    if (values.containsKey(benchmark)) {
      return values.get(benchmark);
    }
    double[] all =
        partMeans(benchmark).values().stream().mapToDouble(Double::doubleValue).toArray();
    return new TreeMap<>(Map.of(benchmark, all));
  }

  /** Returns the mean of the parts' means: each language has the same weight. */
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
