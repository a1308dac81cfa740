// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.isogloss.benchmarks.Benchmark;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.Measure;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.crosslingual.RankChange;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.stats.ConfidenceInterval;

/**
 * The result of a system on a benchmark. All figures are from 0 to 1.
 *
 * @param benchmark name of the benchmark
 * @param model model of the system
 * @param pipeline pipeline of the system
 * @param measure measure of {@code average} and {@code pairs}: {@code accuracy}, {@code MAP},
 *     {@code MRR}
 * @param average mean of the pairs that the average includes
 * @param coveredAverage mean of those pairs in which every language except English is one of {@link
 *     CoveredLanguages}
 * @param measures further figures by name
 * @param pairs figure of each language pair, the query language first: {@code deu-eng}
 * @param excludedPairs pairs that were measured, but that the benchmark's average excludes
 * @param matrix the pairs as a matrix, with more than one document language
 * @param bias language bias of the pooled rankings, if there are any
 * @param rankChange rank changes in the pool, if there is one
 * @param interval of {@code average} by resampling queries; empty if the average is one of figures
 *     of language pairs, whose queries are not independent of each other
 * @param measurement when and with which weights it was measured, if that is known
 */
public record BenchmarkResult(
    String benchmark,
    String model,
    String pipeline,
    String measure,
    OptionalDouble average,
    OptionalDouble coveredAverage,
    Map<String, Double> measures,
    Map<String, Double> pairs,
    Map<String, Double> excludedPairs,
    Optional<LanguageMatrix> matrix,
    Optional<LanguageBias> bias,
    Optional<RankChange> rankChange,
    Optional<ConfidenceInterval> interval,
    Optional<Measurement> measurement) {
  private static final double LEVEL = 0.95;
  private static final long SEED = 1;

  private static final int MAX_SUMMARY_PAIRS = 6;

  public BenchmarkResult {
    requireNonNull(benchmark, "benchmark is null");
    requireNonNull(model, "model is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(measure, "measure is null");
    measures = immutableCopy(measures);
    pairs = immutableCopy(pairs);
    excludedPairs = immutableCopy(excludedPairs);
  }

  /** Creates a result without an interval and the circumstances of the measurement. */
  public BenchmarkResult(
      String benchmark,
      String model,
      String pipeline,
      String measure,
      OptionalDouble average,
      OptionalDouble coveredAverage,
      Map<String, Double> measures,
      Map<String, Double> pairs,
      Map<String, Double> excludedPairs,
      Optional<LanguageMatrix> matrix,
      Optional<LanguageBias> bias,
      Optional<RankChange> rankChange) {
    this(
        benchmark,
        model,
        pipeline,
        measure,
        average,
        coveredAverage,
        measures,
        pairs,
        excludedPairs,
        matrix,
        bias,
        rankChange,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the interval of the mean over all queries, by resampling them. */
  public static ConfidenceInterval intervalOf(Evaluation evaluation, Measure measure) {
    double[] found = evaluation.values(measure);
    // Queries without results have the value 0.
    double[] all = Arrays.copyOf(found, found.length + evaluation.missingQueries().size());
    return ConfidenceInterval.ofMean(all, LEVEL, ConfidenceInterval.DEFAULT_SAMPLES, SEED);
  }

  /** Returns the result with an interval of its average. */
  public BenchmarkResult withInterval(ConfidenceInterval interval) {
    return with(Optional.of(interval), measurement);
  }

  /** Returns the result with the circumstances of its measurement. */
  public BenchmarkResult withMeasurement(Measurement measurement) {
    return with(interval, Optional.of(measurement));
  }

  private BenchmarkResult with(
      Optional<ConfidenceInterval> otherInterval, Optional<Measurement> otherMeasurement) {
    return new BenchmarkResult(
        benchmark,
        model,
        pipeline,
        measure,
        average,
        coveredAverage,
        measures,
        pairs,
        excludedPairs,
        matrix,
        bias,
        rankChange,
        otherInterval,
        otherMeasurement);
  }

  private static Map<String, Double> immutableCopy(Map<String, Double> figures) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /**
   * Returns the summary figures by name: {@code average} and {@code covered average} or the further
   * measures and, if there are only a few, the pairs.
   */
  public Map<String, Double> summary() {
    Map<String, Double> summary = new LinkedHashMap<>();
    if (measures.isEmpty()) {
      average.ifPresent(figure -> summary.put(PublishedResult.AVERAGE, figure));
      coveredAverage.ifPresent(figure -> summary.put("covered average", figure));
    }
    summary.putAll(measures);
    if (pairs.size() <= MAX_SUMMARY_PAIRS) {
      summary.putAll(pairs);
    }
    return summary;
  }

  /** Returns one JSON object on several lines. */
  public String toJson() {
    return BenchmarkResultJson.of(this);
  }

  /** Returns the text for a terminal. */
  public String toText() {
    return BenchmarkResultText.of(this);
  }

  /**
   * Returns a page with heat maps and bar charts.
   *
   * @param description description of the benchmark: {@link Benchmark#description}
   */
  public HtmlReport toReport(String description) {
    return BenchmarkResultReport.of(this, description);
  }
}
