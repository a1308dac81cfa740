// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import static java.util.Comparator.comparingDouble;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.measure.stats.ConfidenceInterval;

/** A sentence that states the main figure of a result, and where it is among published ones. */
final class BenchmarkJudgement {
  private BenchmarkJudgement() {}

  /** Returns the sentence; empty without a main figure. */
  static Optional<String> of(BenchmarkResult result) {
    if (result.average().isEmpty()) {
      return Optional.empty();
    }
    double figure = result.average().getAsDouble();
    return Optional.of(
        result.model()
            + " has "
            + result.measure()
            + " "
            + format(figure)
            + result.interval().map(BenchmarkJudgement::describe).orElse("")
            + comparison(result, figure)
            + ".");
  }

  private static String describe(ConfidenceInterval interval) {
    return String.format(
        Locale.ROOT,
        " (%.0f %% interval %s to %s)",
        100 * interval.level(),
        format(interval.low()),
        format(interval.high()));
  }

  /** Names the nearest published figures, and whether they are within the interval. */
  private static String comparison(BenchmarkResult result, double figure) {
    String key =
        result.measures().isEmpty()
            ? PublishedResult.AVERAGE
            : result.measure().toLowerCase(Locale.ROOT);
    List<PublishedResult> published =
        PublishedResult.forBenchmark(result.benchmark()).stream()
            .filter(other -> other.figures().containsKey(key))
            .sorted(comparingDouble(other -> other.figures().get(key)))
            .toList();
    Optional<PublishedResult> below =
        published.stream()
            .filter(other -> other.figures().get(key) <= figure)
            .reduce((first, second) -> second);
    Optional<PublishedResult> above =
        published.stream().filter(other -> other.figures().get(key) > figure).findFirst();
    String nearest =
        Stream.concat(below.stream(), above.stream())
            .map(other -> compare(result, figure, other, key))
            .collect(Collectors.joining(" and "));
    return nearest.isEmpty() ? spread(result) : ", " + nearest;
  }

  private static String compare(
      BenchmarkResult result, double figure, PublishedResult other, String key) {
    double published = other.figures().get(key);
    String relation = published < figure ? "above " : published > figure ? "below " : "equal to ";
    boolean within =
        result
            .interval()
            .filter(interval -> interval.low() <= published && published <= interval.high())
            .isPresent();
    return relation
        + other.system()
        + " with "
        + format(published)
        + (within ? " (published, within the interval)" : " (published)");
  }

  /** Names the best and the worst pair, if there are pairs. */
  private static String spread(BenchmarkResult result) {
    Map<String, Double> pairs = result.pairs();
    if (pairs.size() < 2) {
      return "";
    }
    Map.Entry<String, Double> worst =
        pairs.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
    Map.Entry<String, Double> best =
        pairs.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return ", from "
        + format(worst.getValue())
        + " for "
        + worst.getKey()
        + " to "
        + format(best.getValue())
        + " for "
        + best.getKey();
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }
}
