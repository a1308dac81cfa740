// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.formula.JudgedRanking;

/**
 * A measure of how well a ranking answers a query; {@code docs/reference/measures.md} lists the
 * formulas. Measures have the names of ir-measures ({@code nDCG@10}, {@code AP(rel=2)@100}) and of
 * trec_eval ({@code ndcg_cut.10}, {@code map_cut_100}).
 */
public final class Measure implements Comparable<Measure> {
  /** Average precision; its mean over queries is MAP, trec_eval's {@code map}. */
  public static final Measure AP = new Measure(MeasureKind.AP);

  /** Reciprocal rank of the first relevant document; its mean over queries is MRR. */
  public static final Measure RR = new Measure(MeasureKind.RR);

  /** Precision at the number of relevant documents. */
  public static final Measure R_PRECISION = new Measure(MeasureKind.R_PREC);

  /** Binary preference. */
  public static final Measure BPREF = new Measure(MeasureKind.BPREF);

  /** Normalised discounted cumulative gain of the whole ranking, with linear gain. */
  public static final Measure NDCG = new Measure(MeasureKind.NDCG);

  /** The order in which trec_eval prints measures. */
  private static final Comparator<Measure> ORDER =
      Comparator.<Measure, MeasureKind>comparing(measure -> measure.kind)
          .thenComparingDouble(measure -> measure.argument)
          .thenComparingInt(measure -> measure.level);

  private final MeasureKind kind;
  private final double argument;
  private final int level;

  private Measure(MeasureKind kind) {
    this(kind, 0, 0);
  }

  /**
   * Creates a measure.
   *
   * @param argument the argument; 0 if the kind has none
   * @param level the lowest grade of a relevant document; 0 for the level of the evaluation
   */
  Measure(MeasureKind kind, double argument, int level) {
    this.kind = kind;
    this.argument = argument;
    this.level = level;
  }

  /** Precision of the first {@code depth} documents; missing documents count as not relevant. */
  public static Measure precision(int depth) {
    return at(MeasureKind.P, depth);
  }

  /** The share of the relevant documents that are among the first {@code depth} documents. */
  public static Measure recall(int depth) {
    return at(MeasureKind.R, depth);
  }

  /**
   * Whether any of the first {@code depth} documents is relevant; its mean over queries is acc@k.
   */
  public static Measure success(int depth) {
    return at(MeasureKind.SUCCESS, depth);
  }

  /** nDCG of the first {@code depth} documents, with linear gain. */
  public static Measure ndcg(int depth) {
    return at(MeasureKind.NDCG_CUT, depth);
  }

  /** Average precision of the first {@code depth} documents. */
  public static Measure averagePrecision(int depth) {
    return at(MeasureKind.AP_CUT, depth);
  }

  /** Reciprocal rank; 0 if the first relevant document is below rank {@code depth}. */
  public static Measure reciprocalRank(int depth) {
    return at(MeasureKind.RR_CUT, depth);
  }

  private static Measure at(MeasureKind kind, int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    return new Measure(kind, depth, 0);
  }

  /**
   * Parses the name of a measure.
   *
   * @param name a name of ir-measures or of trec_eval, ignoring case
   * @throws IsoglossException if no measure has this name, or if the name represents several
   *     measures
   */
  public static Measure parse(String name) {
    List<Measure> measures = MeasureNameParser.parse(name, TrecEvalVersion.V9);
    if (measures.size() != 1) {
      throw new IsoglossException(
          "\""
              + name
              + "\" stands for "
              + measures.size()
              + " measures, expected one such as "
              + measures.getFirst().name());
    }
    return measures.getFirst();
  }

  /**
   * Parses the names of measures, without duplicates. A name may represent several measures, as in
   * trec_eval: {@code official}, {@code all_trec}, {@code set}, {@code P} (at 5 to 1000), {@code
   * P.5,10}.
   *
   * @throws IsoglossException if no measure has one of these names
   */
  public static List<Measure> parseAll(Collection<String> names) {
    return parseAll(names, TrecEvalVersion.V9);
  }

  /**
   * Parses the names of measures like {@link #parseAll(Collection)}; {@code all_trec} stands for
   * the measures of a version of trec_eval.
   */
  public static List<Measure> parseAll(Collection<String> names, TrecEvalVersion version) {
    return names.stream()
        .flatMap(name -> MeasureNameParser.parse(name, version).stream())
        .distinct()
        .toList();
  }

  /** The measures that trec_eval prints by default. */
  public static List<Measure> official() {
    return MeasureNameParser.parse("official", TrecEvalVersion.V9);
  }

  /** The measures of one kind with the default arguments of trec_eval. */
  static List<Measure> withDefaultArguments(MeasureKind kind) {
    double[] arguments =
        kind.defaultArguments().length == 0 ? new double[1] : kind.defaultArguments();
    return Arrays.stream(arguments).mapToObj(at -> new Measure(kind, at, 0)).toList();
  }

  /** The name in the notation of ir-measures, which {@link #parse} accepts: {@code nDCG@10}. */
  public String name() {
    StringBuilder name = new StringBuilder(kind.irMeasuresName());
    String beta =
        kind.argument() == MeasureKind.Argument.WEIGHT && argument != 1
            ? "beta=" + plain(Math.sqrt(argument))
            : "";
    String persistence =
        kind.argument() == MeasureKind.Argument.PERSISTENCE ? "p=" + plain(argument) : "";
    String rel = level == 0 ? "" : "rel=" + level;
    String options =
        Stream.of(beta, persistence, rel)
            .filter(option -> !option.isEmpty())
            .collect(Collectors.joining(","));
    name.append(options.isEmpty() ? "" : "(" + options + ")");
    return switch (kind.argument()) {
      case NONE, WEIGHT, PERSISTENCE -> name.toString();
      case RANK, FRACTION -> name.append('@').append(plain(argument)).toString();
    };
  }

  /** The name in trec_eval, {@code ndcg_cut_10}; {@link #name} if trec_eval has no such measure. */
  public String trecName() {
    if (kind.trecName().isEmpty() || level != 0) {
      return name();
    }
    return switch (kind.argument()) {
      case NONE -> kind.trecName();
      case RANK -> kind.trecName() + "_" + plain(argument);
      case FRACTION -> kind.trecName() + String.format(Locale.ROOT, "_%.2f", argument);
      case WEIGHT -> kind.trecName() + (argument == 1 ? "" : "_" + plain(argument));
      case PERSISTENCE ->
          kind.trecName()
              + (argument == MeasureKind.TREC_PERSISTENCE ? "" : "_p=" + plain(argument));
    };
  }

  /** Formats a number without trailing zeros. */
  private static String plain(double number) {
    return number == Math.rint(number)
        ? Long.toString((long) number)
        : BigDecimal.valueOf(number).toPlainString();
  }

  /** Whether the measure is a count, which is summed over the queries instead of averaged. */
  public boolean isCount() {
    return kind.summary() == MeasureKind.Summary.SUM;
  }

  /**
   * Whether the measure is defined only for all queries together, such as {@code num_q} and GMAP.
   */
  public boolean isSummaryOnly() {
    return kind == MeasureKind.NUM_Q || kind.summary() == MeasureKind.Summary.GEOMETRIC_MEAN;
  }

  MeasureKind kind() {
    return kind;
  }

  /** The value for one query. */
  double evaluate(JudgedRanking ranking, EvaluationOptions options) {
    int lowest = level == 0 ? options.relevanceLevel() : level;
    return kind.formula(options.version(), level > 0)
        .evaluate(ranking, ranking.relevanceAt(lowest), argument);
  }

  @Override
  public int compareTo(Measure other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Measure measure && compareTo(measure) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, argument, level);
  }

  @Override
  public String toString() {
    return name();
  }
}
