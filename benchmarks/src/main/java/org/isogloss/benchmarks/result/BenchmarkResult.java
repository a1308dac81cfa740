package org.isogloss.benchmarks.result;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.isogloss.benchmarks.Benchmark;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.crosslingual.RankChange;
import org.isogloss.measure.report.HtmlReport;

/**
 * How a system did on a benchmark. All figures are from 0 to 1.
 *
 * @param benchmark its name
 * @param model the system's model
 * @param pipeline how the system searched
 * @param measure what {@code average} and {@code pairs} are: {@code accuracy}, {@code MAP}, {@code
 *     MRR}
 * @param average the mean of the pairs that count
 * @param coveredAverage the mean of those pairs in which every language but English is one of
 *     {@link CoveredLanguages}
 * @param measures further figures by their names
 * @param pairs the figure of each pair of languages, the queries' first: {@code deu-eng}
 * @param excludedPairs pairs that were measured, but that the benchmark's average leaves out
 * @param matrix the pairs as a matrix, where there are more than one document languages
 * @param bias how the rankings of the mixed collection treat the languages, where there is one
 * @param rankChange how far documents fall in the mixed collection, where there is one
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
    Optional<RankChange> rankChange) {
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

  private static Map<String, Double> immutableCopy(Map<String, Double> figures) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /**
   * The figures that stand for the whole, by their names: {@code average} and {@code covered
   * average} or the further measures, and, where there is no more than a handful of pairs, these.
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

  /** One JSON object on several lines. */
  public String toJson() {
    return BenchmarkResultJson.of(this);
  }

  /** What a terminal shows. */
  public String toText() {
    return BenchmarkResultText.of(this);
  }

  /**
   * A page with heat maps and bars.
   *
   * @param description what the benchmark measures: {@link Benchmark#description}
   */
  public HtmlReport toReport(String description) {
    return BenchmarkResultReport.of(this, description);
  }
}
