// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.Verdict;

/**
 * The order of systems in a paper, and whether it holds among the measured ones: each system is to
 * be above the next one, or on its side of the first row of the table, by a paired test with Holm's
 * correction over all comparisons of the table. A column with the same values as an earlier one is
 * left out.
 *
 * @param comparison the measured systems
 * @param published the rows of the paper
 * @param stated the order that the paper states, the best first, where it has no such rows
 * @param againstFirst whether each system is compared with the first row of the table only
 */
record PublishedOrder(
    BaselineComparison comparison,
    List<PaperTable.Row> published,
    List<String> stated,
    boolean againstFirst) {
  private static final double SIGNIFICANCE_LEVEL = 0.05;

  /** A column, and two systems of which the paper has the first above the second. */
  private record Claim(String column, String above, String below) {}

  /** The measured relation of the systems of a claim. */
  private record Finding(Claim claim, double difference, double p) {
    boolean isSignificant() {
      return p < SIGNIFICANCE_LEVEL;
    }

    boolean agrees() {
      return isSignificant() && difference > 0;
    }

    @Override
    public String toString() {
      String relation = isSignificant() ? (difference > 0 ? " > " : " < ") : " = ";
      return claim.above + relation + claim.below + " (" + describe(p) + ")";
    }

    private static String describe(double p) {
      String digits = String.format(Locale.ROOT, p < 0.1 ? "%.3f" : "%.2f", p);
      return p < 0.001 ? "p < .001" : "p = " + digits.replaceFirst("^0", "");
    }
  }

  /** Returns the measured system that has a name of the paper, whose base may be another one. */
  static Optional<String> find(String name, Set<String> measured) {
    String system = withoutBase(name);
    return Stream.of(name)
        .filter(measured::contains)
        .findFirst()
        .or(
            () ->
                measured.stream()
                    .filter(
                        one ->
                            (!system.equals(name) && withoutBase(one).equals(system))
                                || one.endsWith(", " + name))
                    .findFirst());
  }

  /** Returns {@code XPI+Mixed Training} for {@code mBERT+XPI+Mixed Training}. */
  private static String withoutBase(String name) {
    return name.replaceFirst("^[^ +]+\\+(?! )", "");
  }

  /** Returns a sentence for each column in which the paper orders two measured systems. */
  List<String> verdicts() {
    SequencedMap<String, List<String>> orders = new LinkedHashMap<>();
    List<Claim> claims = new ArrayList<>();
    for (String column : comparison.testedColumns()) {
      List<String> order = order(column);
      List<Claim> ofColumn = claims(column, order);
      if (!ofColumn.isEmpty()) {
        orders.put(column, order);
        claims.addAll(ofColumn);
      }
    }
    List<Double> corrected =
        MacroAverageSignificance.holmCorrected(claims.stream().map(this::pValue).toList());
    SequencedMap<String, List<Finding>> findings = new LinkedHashMap<>();
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      double difference = value(claim.column, claim.above) - value(claim.column, claim.below);
      findings
          .computeIfAbsent(claim.column, key -> new ArrayList<>())
          .add(new Finding(claim, difference, corrected.get(i)));
    }
    return findings.entrySet().stream()
        .map(
            one ->
                verdict(one.getValue())
                    .conclude(
                        one.getKey()
                            + ". The paper: "
                            + String.join(" > ", orders.get(one.getKey()))
                            + "; here: "
                            + one.getValue().stream()
                                .map(Finding::toString)
                                .collect(Collectors.joining(", "))))
        .toList();
  }

  private static Verdict verdict(List<Finding> findings) {
    long agreeing = findings.stream().filter(Finding::agrees).count();
    if (agreeing == findings.size()) {
      return Verdict.HOLDS;
    }
    if (agreeing > 0) {
      return Verdict.HOLDS_IN_PART;
    }
    return findings.stream().anyMatch(Finding::isSignificant)
        ? Verdict.DOES_NOT_HOLD
        : Verdict.OPEN;
  }

  /** Returns the measured systems in the order of the paper, the best first. */
  private List<String> order(String column) {
    Stream<String> names =
        stated.isEmpty()
            ? published.stream()
                .filter(row -> row.cells().containsKey(column))
                .sorted(comparingDouble(row -> -row.cells().get(column).value()))
                .map(PaperTable.Row::name)
            : stated.stream();
    return names
        .flatMap(name -> find(name, comparison.measurements().keySet()).stream())
        .distinct()
        .toList();
  }

  private List<Claim> claims(String column, List<String> order) {
    List<Claim> claims = new ArrayList<>();
    int baseline = order.indexOf(comparison.measurements().firstEntry().getKey());
    for (int i = 0; i < order.size(); i++) {
      if (!againstFirst && i > 0) {
        claims.add(new Claim(column, order.get(i - 1), order.get(i)));
      } else if (againstFirst && baseline >= 0 && i != baseline) {
        claims.add(
            new Claim(column, order.get(Math.min(i, baseline)), order.get(Math.max(i, baseline))));
      }
    }
    return claims;
  }

  private double value(String column, String system) {
    return comparison.measurements().get(system).macroAverage(comparison.columns().get(column));
  }

  private double pValue(Claim claim) {
    double p =
        comparison.test().pValue(comparison.columns().get(claim.column), claim.above, claim.below);
    // A t-test of equal values has no result.
    return Double.isNaN(p) ? 1 : p;
  }
}
