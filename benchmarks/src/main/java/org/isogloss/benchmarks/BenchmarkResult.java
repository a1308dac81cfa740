package org.isogloss.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
 * @param uncounted pairs that were measured, but that the benchmark's average leaves out
 * @param matrix the pairs as a matrix, where there are more than one document languages
 * @param bias how the rankings of the mixed collection treat the languages, where there is one
 * @param ranks how far documents fall in the mixed collection, where there is one
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
    Map<String, Double> uncounted,
    Optional<LanguageMatrix> matrix,
    Optional<LanguageBias> bias,
    Optional<RankChange> ranks) {
  private static final int A_HANDFUL = 6;

  public BenchmarkResult {
    requireNonNull(benchmark, "benchmark is null");
    requireNonNull(model, "model is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(measure, "measure is null");
    measures = ordered(measures);
    pairs = ordered(pairs);
    uncounted = ordered(uncounted);
  }

  private static Map<String, Double> ordered(Map<String, Double> figures) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /**
   * The figures that stand for the whole, by their names: {@code average} and {@code covered
   * average} or the further measures, and, where there is no more than a handful of pairs, these.
   */
  public Map<String, Double> summary() {
    Map<String, Double> summary = new LinkedHashMap<>();
    if (measures.isEmpty()) {
      average.ifPresent(figure -> summary.put(Published.AVERAGE, figure));
      coveredAverage.ifPresent(figure -> summary.put("covered average", figure));
    }
    summary.putAll(measures);
    if (pairs.size() <= A_HANDFUL) {
      summary.putAll(pairs);
    }
    return summary;
  }

  /** One JSON object on several lines. */
  public String toJson() {
    return ResultJson.of(this);
  }

  /** What a terminal shows. */
  public String toText() {
    return ResultText.of(this);
  }

  /**
   * A page with heat maps and bars.
   *
   * @param description what the benchmark measures: {@link Benchmark#description}
   */
  public HtmlReport toReport(String description) {
    return ResultReport.of(this, description);
  }
}
