// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.CodePointOrder;
import org.isogloss.measure.stats.ConfidenceInterval;
import org.isogloss.measure.stats.HolmCorrection;
import org.isogloss.measure.stats.PairedTTest;
import org.isogloss.measure.stats.PairedValues;
import org.isogloss.measure.stats.RandomizationTest;

/**
 * Compares two systems query by query. The comparison includes the queries that both evaluations
 * measured; if both evaluations are complete, it includes all judged queries, and a query without
 * results counts as 0, as in the means of each evaluation.
 *
 * @param baselineTag name of the baseline system
 * @param otherTag name of the system that is compared with the baseline
 * @param queries number of queries compared
 * @param seed seed of the random samples
 * @param rows one row for each measure of both evaluations, except counts and geometric means
 */
public record Comparison(
    String baselineTag, String otherTag, int queries, long seed, List<Row> rows) {
  private static final double LEVEL = 0.95;

  /**
   * The comparison by one measure.
   *
   * @param baseline mean of the baseline over the compared queries
   * @param other mean of the other system
   * @param interval 95% confidence interval of the mean difference
   * @param better number of queries for which the other system is better
   * @param worse number of queries for which it is worse
   * @param equal number of queries for which both are equal
   * @param tTest paired two-tailed t-test
   * @param holmP the p-value of the t-test, corrected for the number of measures
   * @param randomization paired two-tailed randomisation test
   */
  public record Row(
      Measure measure,
      double baseline,
      double other,
      ConfidenceInterval interval,
      int better,
      int worse,
      int equal,
      PairedTTest tTest,
      double holmP,
      RandomizationTest randomization) {
    /** The mean difference; positive if the other system is better. */
    public double difference() {
      return other - baseline;
    }

    private Row withHolmP(double p) {
      return new Row(
          measure, baseline, other, interval, better, worse, equal, tTest, p, randomization);
    }
  }

  public Comparison {
    rows = List.copyOf(rows);
  }

  /**
   * Compares two evaluations with the same qrels.
   *
   * @throws IsoglossException if the evaluations have no query in common or have different options
   */
  public static Comparison of(Evaluation baseline, Evaluation other, long seed) {
    if (!baseline.options().equals(other.options())) {
      throw new IsoglossException(
          "evaluations with different options cannot be compared: "
              + baseline.options()
              + " and "
              + other.options());
    }
    TreeSet<String> queries = new TreeSet<>(CodePointOrder::compare);
    queries.addAll(baseline.queries());
    if (baseline.options().complete()) {
      queries.addAll(baseline.missingQueries());
    } else {
      queries.retainAll(other.queries());
    }
    if (queries.isEmpty()) {
      throw new IsoglossException(
          "runs "
              + baseline.tag()
              + " and "
              + other.tag()
              + " have no judged query in common: check whether they belong to the same qrels");
    }
    List<Row> rows = new ArrayList<>();
    for (Measure measure : baseline.measures()) {
      if (!measure.isCount() && !measure.isSummaryOnly() && other.measures().contains(measure)) {
        rows.add(
            row(
                measure,
                values(baseline, measure, queries),
                values(other, measure, queries),
                seed));
      }
    }
    double[] adjusted =
        HolmCorrection.adjust(rows.stream().mapToDouble(row -> row.tTest().p()).toArray());
    for (int i = 0; i < adjusted.length; i++) {
      rows.set(i, rows.get(i).withHolmP(adjusted[i]));
    }
    return new Comparison(baseline.tag(), other.tag(), queries.size(), seed, rows);
  }

  private static double[] values(Evaluation evaluation, Measure measure, TreeSet<String> queries) {
    double[] values = evaluation.values(measure);
    Map<String, Double> byQuery = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      byQuery.put(evaluation.queries().get(i), values[i]);
    }
    return queries.stream().mapToDouble(query -> byQuery.getOrDefault(query, 0.0)).toArray();
  }

  private static Row row(Measure measure, double[] a, double[] b, long seed) {
    int better = 0;
    int worse = 0;
    for (int i = 0; i < a.length; i++) {
      better += b[i] > a[i] ? 1 : 0;
      worse += b[i] < a[i] ? 1 : 0;
    }
    return new Row(
        measure,
        PairedValues.mean(a),
        PairedValues.mean(b),
        ConfidenceInterval.ofMean(
            PairedValues.differences(a, b), LEVEL, ConfidenceInterval.DEFAULT_SAMPLES, seed),
        better,
        worse,
        a.length - better - worse,
        PairedTTest.of(a, b),
        1,
        RandomizationTest.of(a, b, RandomizationTest.DEFAULT_SAMPLES, seed));
  }

  /** Formats the comparison as an aligned table; every line has a line end. */
  public String toTable() {
    TextTable table =
        new TextTable(
            List.of(
                "measure",
                baselineTag,
                otherTag,
                "difference",
                "95% interval",
                "better/worse/equal",
                "t-test p",
                "Holm p",
                "randomization p"));
    for (Row row : rows) {
      table.row(
          List.of(
              row.measure().name(),
              PrintfNumbers.formatFixed(row.baseline(), 4),
              PrintfNumbers.formatFixed(row.other(), 4),
              signed(row.difference()),
              signed(row.interval().low()) + " to " + signed(row.interval().high()),
              row.better() + "/" + row.worse() + "/" + row.equal(),
              PrintfNumbers.formatFixed(row.tTest().p(), 4),
              PrintfNumbers.formatFixed(row.holmP(), 4),
              PrintfNumbers.formatFixed(row.randomization().p(), 4)));
    }
    return table.toString();
  }

  private static String signed(double value) {
    String text = PrintfNumbers.formatFixed(value, 4);
    return value > 0 ? "+" + text : text;
  }

  /** Formats the comparison as one JSON object, with values in full precision. */
  public String toJson() {
    return EvaluationJson.of(this);
  }
}
