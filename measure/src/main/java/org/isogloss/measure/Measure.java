package org.isogloss.measure;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.formula.JudgedRanking;

/**
 * How well a ranking answers a query, as a number; {@code docs/measures.md} has the formulas.
 * Measures are known by the names of ir-measures ({@code nDCG@10}, {@code AP(rel=2)@100}) and of
 * trec_eval ({@code ndcg_cut.10}, {@code map_cut_100}).
 */
public final class Measure implements Comparable<Measure> {
  /** Mean average precision, where averaged over queries: trec_eval's {@code map}. */
  public static final Measure AP = new Measure(MeasureKind.AP);

  /** Reciprocal rank of the first relevant document; averaged it is MRR. */
  public static final Measure RR = new Measure(MeasureKind.RR);

  /** Precision at as many documents as are relevant. */
  public static final Measure R_PRECISION = new Measure(MeasureKind.R_PREC);

  /** Binary preference. */
  public static final Measure BPREF = new Measure(MeasureKind.BPREF);

  /** Normalised discounted cumulative gain of the whole ranking, linear gain. */
  public static final Measure NDCG = new Measure(MeasureKind.NDCG);

  /** The order in which trec_eval prints. */
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
   * Makes a measure.
   *
   * @param argument 0 where the kind takes none
   * @param level the grade from which on a document is relevant, 0 for the evaluation's own
   */
  Measure(MeasureKind kind, double argument, int level) {
    this.kind = kind;
    this.argument = argument;
    this.level = level;
  }

  /** Precision of the first {@code depth} documents; those not there count as not relevant. */
  public static Measure precision(int depth) {
    return at(MeasureKind.P, depth);
  }

  /** The share of the relevant documents among the first {@code depth}. */
  public static Measure recall(int depth) {
    return at(MeasureKind.R, depth);
  }

  /** Whether any of the first {@code depth} documents is relevant; averaged it is acc@k. */
  public static Measure success(int depth) {
    return at(MeasureKind.SUCCESS, depth);
  }

  /** nDCG of the first {@code depth} documents, linear gain. */
  public static Measure ndcg(int depth) {
    return at(MeasureKind.NDCG_CUT, depth);
  }

  /** Average precision of the first {@code depth} documents. */
  public static Measure averagePrecision(int depth) {
    return at(MeasureKind.AP_CUT, depth);
  }

  /** Reciprocal rank, 0 where the first relevant document stands below {@code depth}. */
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
   * The measure of a name.
   *
   * @param name in the manner of ir-measures or of trec_eval, in any case
   * @throws IsoglossException if there is no such measure, or if the name stands for several
   */
  public static Measure parse(String name) {
    List<Measure> measures = MeasureNameParser.parse(name);
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
   * The measures of several names, each once. A name may stand for many, as trec_eval has it:
   * {@code official}, {@code all_trec}, {@code set}, {@code P} (at 5 to 1000), {@code P.5,10}.
   *
   * @throws IsoglossException if there is no such measure
   */
  public static List<Measure> parseAll(Collection<String> names) {
    return names.stream()
        .flatMap(name -> MeasureNameParser.parse(name).stream())
        .distinct()
        .toList();
  }

  /** What trec_eval prints where it is not told what to. */
  public static List<Measure> official() {
    return MeasureNameParser.parse("official");
  }

  /** All values of one kind with the arguments that trec_eval takes where none are given. */
  static List<Measure> withDefaultArguments(MeasureKind kind) {
    double[] arguments =
        kind.defaultArguments().length == 0 ? new double[1] : kind.defaultArguments();
    return Arrays.stream(arguments).mapToObj(at -> new Measure(kind, at, 0)).toList();
  }

  /** The name in the manner of ir-measures, which {@link #parse} reads: {@code nDCG@10}. */
  public String name() {
    StringBuilder name = new StringBuilder(kind.irMeasuresName());
    String beta =
        kind.argument() == MeasureKind.Argument.WEIGHT && argument != 1
            ? "beta=" + plain(Math.sqrt(argument))
            : "";
    String rel = level == 0 ? "" : "rel=" + level;
    if (!beta.isEmpty() || !rel.isEmpty()) {
      name.append('(').append(beta);
      name.append(beta.isEmpty() || rel.isEmpty() ? "" : ",").append(rel).append(')');
    }
    return switch (kind.argument()) {
      case NONE, WEIGHT -> name.toString();
      case RANK, FRACTION -> name.append('@').append(plain(argument)).toString();
    };
  }

  /** trec_eval's name, {@code ndcg_cut_10}; our own where it has no such measure. */
  public String trecName() {
    if (kind.trecName().isEmpty() || level != 0) {
      return name();
    }
    return switch (kind.argument()) {
      case NONE -> kind.trecName();
      case RANK -> kind.trecName() + "_" + plain(argument);
      case FRACTION -> kind.trecName() + String.format(Locale.ROOT, "_%.2f", argument);
      case WEIGHT -> kind.trecName() + (argument == 1 ? "" : "_" + plain(argument));
    };
  }

  /** A number without needless zeros. */
  private static String plain(double number) {
    return number == Math.rint(number)
        ? Long.toString((long) number)
        : BigDecimal.valueOf(number).toPlainString();
  }

  /** Whether it counts: whole numbers, summed over the queries rather than averaged. */
  public boolean isCount() {
    return kind.summary() == MeasureKind.Summary.SUM;
  }

  /** Whether it says something of all queries together only, as {@code num_q} and GMAP do. */
  public boolean isSummaryOnly() {
    return kind == MeasureKind.NUM_Q || kind.summary() == MeasureKind.Summary.GEOMETRIC_MEAN;
  }

  MeasureKind kind() {
    return kind;
  }

  /** The figure of one query. */
  double evaluate(JudgedRanking ranking, int evaluationLevel) {
    return kind.formula()
        .evaluate(ranking, ranking.relevanceAt(level == 0 ? evaluationLevel : level), argument);
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
