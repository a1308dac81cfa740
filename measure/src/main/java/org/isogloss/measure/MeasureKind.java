// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.isogloss.measure.MeasureKind.Argument.FRACTION;
import static org.isogloss.measure.MeasureKind.Argument.NONE;
import static org.isogloss.measure.MeasureKind.Argument.PERSISTENCE;
import static org.isogloss.measure.MeasureKind.Argument.RANK;
import static org.isogloss.measure.MeasureKind.Argument.WEIGHT;
import static org.isogloss.measure.MeasureKind.Summary.GEOMETRIC_MEAN;
import static org.isogloss.measure.MeasureKind.Summary.MEAN;
import static org.isogloss.measure.MeasureKind.Summary.SUM;

import org.isogloss.measure.formula.BinaryFormulas;
import org.isogloss.measure.formula.GainFormulas;
import org.isogloss.measure.formula.JudgedRanking;
import org.isogloss.measure.formula.JudgedRanking.Relevance;
import org.isogloss.measure.formula.RecallRounding;

/**
 * The kinds of measures with their formulas and names in ir-measures and trec_eval. Their order is
 * the one in which trec_eval prints them; measures that trec_eval does not have come last.
 */
enum MeasureKind {
  NUM_Q("NumQ", "num_q", NONE, SUM, (r, b, at) -> 1),
  NUM_RET("NumRet", "num_ret", NONE, SUM, (r, b, at) -> r.size()),
  NUM_REL("NumRel", "num_rel", NONE, SUM, (r, b, at) -> b.relevant()),
  NUM_REL_RET("NumRelRet", "num_rel_ret", NONE, SUM, (r, b, at) -> b.relevantRetrieved()),
  AP("AP", "map", NONE, MEAN, (r, b, at) -> BinaryFormulas.averagePrecision(b, r.size())),
  GM_AP("GMAP", "gm_map", NONE, GEOMETRIC_MEAN, AP.formula),
  R_PREC("Rprec", "Rprec", NONE, MEAN, (r, b, at) -> BinaryFormulas.rPrecision(b)),
  BPREF("Bpref", "bpref", NONE, MEAN, (r, b, at) -> BinaryFormulas.bpref(r, b)),
  RR("RR", "recip_rank", NONE, MEAN, (r, b, at) -> BinaryFormulas.reciprocalRank(b, r.size())),
  I_PREC(
      "IPrec",
      "iprec_at_recall",
      FRACTION,
      MEAN,
      (r, b, at) -> BinaryFormulas.interpolatedPrecision(b, at, RecallRounding.NEARLY_UP),
      0,
      0.1,
      0.2,
      0.3,
      0.4,
      0.5,
      0.6,
      0.7,
      0.8,
      0.9,
      1),
  P(
      "P",
      "P",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.precision(b, at),
      5,
      10,
      15,
      20,
      30,
      100,
      200,
      500,
      1000),
  R(
      "R",
      "recall",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.recall(b, (int) at),
      P.defaultArguments),
  INF_AP("infAP", "infAP", NONE, MEAN, (r, b, at) -> BinaryFormulas.inferredAveragePrecision(r, b)),
  GM_BPREF("GMBpref", "gm_bpref", NONE, GEOMETRIC_MEAN, BPREF.formula),
  R_PREC_MULT(
      "RprecMult",
      "Rprec_mult",
      FRACTION,
      MEAN,
      (r, b, at) -> BinaryFormulas.rPrecisionAt(b, at),
      0.2,
      0.4,
      0.6,
      0.8,
      1,
      1.2,
      1.4,
      1.6,
      1.8,
      2),
  UTILITY("Utility", "utility", NONE, MEAN, (r, b, at) -> BinaryFormulas.utility(r, b)),
  ELEVEN_POINT(
      "11ptAvg",
      "11pt_avg",
      NONE,
      MEAN,
      (r, b, at) -> BinaryFormulas.elevenPointAverage(b, RecallRounding.NEARLY_UP)),
  NDCG(
      "nDCG",
      "ndcg",
      NONE,
      MEAN,
      (r, b, at) -> GainFormulas.ndcg(r, Integer.MAX_VALUE, GainFormulas::linear)),
  NDCG_CUT(
      "nDCG",
      "ndcg_cut",
      RANK,
      MEAN,
      (r, b, at) -> GainFormulas.ndcg(r, (int) at, GainFormulas::linear),
      P.defaultArguments),
  AP_CUT(
      "AP",
      "map_cut",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.averagePrecision(b, (int) at),
      P.defaultArguments),
  RELATIVE_P(
      "RelP",
      "relative_P",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.relativePrecision(b, (int) at),
      P.defaultArguments),
  SUCCESS(
      "Success",
      "success",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.success(b, (int) at),
      1,
      5,
      10),
  SET_P("SetP", "set_P", NONE, MEAN, (r, b, at) -> BinaryFormulas.setPrecision(r, b)),
  SET_RELATIVE_P(
      "SetRelP",
      "set_relative_P",
      NONE,
      MEAN,
      (r, b, at) -> BinaryFormulas.setRelativePrecision(r, b)),
  SET_R("SetR", "set_recall", NONE, MEAN, (r, b, at) -> BinaryFormulas.setRecall(b)),
  SET_AP("SetAP", "set_map", NONE, MEAN, (r, b, at) -> BinaryFormulas.setAveragePrecision(r, b)),
  SET_F("SetF", "set_F", WEIGHT, MEAN, (r, b, at) -> BinaryFormulas.setF(r, b, at), 1),
  NUM_NONREL_JUDGED_RET(
      "NumNonrelJudgedRet",
      "num_nonrel_judged_ret",
      NONE,
      SUM,
      (r, b, at) -> BinaryFormulas.nonrelevantJudgedFound(r, b.level())),
  RBP(
      "RBP",
      "rbp",
      PERSISTENCE,
      MEAN,
      (r, b, at) -> GainFormulas.rankBiasedPrecision(r, at),
      MeasureKind.TREC_PERSISTENCE),
  RBP_RESIDUAL(
      "RBPResidual",
      "rbp_resid",
      PERSISTENCE,
      MEAN,
      (r, b, at) -> GainFormulas.rankBiasedResidual(r, at),
      MeasureKind.TREC_PERSISTENCE),
  UNJUDGED(
      "Unjudged",
      "unj",
      RANK,
      MEAN,
      (r, b, at) -> BinaryFormulas.unjudgedShare(r, (int) at),
      5,
      10,
      20),
  RR_CUT("RR", "", RANK, MEAN, (r, b, at) -> BinaryFormulas.reciprocalRank(b, (int) at)),
  EXP_NDCG(
      "nDCG(dcg='exp-log2')",
      "",
      NONE,
      MEAN,
      (r, b, at) -> GainFormulas.ndcg(r, Integer.MAX_VALUE, GainFormulas::exponential)),
  EXP_NDCG_CUT(
      "nDCG(dcg='exp-log2')",
      "",
      RANK,
      MEAN,
      (r, b, at) -> GainFormulas.ndcg(r, (int) at, GainFormulas::exponential)),
  JUDGED("Judged", "", RANK, MEAN, (r, b, at) -> BinaryFormulas.judgedShare(r, (int) at));

  /** The argument of a measure. */
  enum Argument {
    /** No argument. */
    NONE,
    /** A number of documents from the top of the ranking, 1 or more. */
    RANK,
    /** A share of the relevant documents, 0 or more. */
    FRACTION,
    /** The weight of recall relative to precision, beta squared. */
    WEIGHT,
    /** The probability that a user looks at the next document, above 0 and below 1. */
    PERSISTENCE
  }

  /** How the values of all queries are aggregated. */
  enum Summary {
    MEAN,
    SUM,
    GEOMETRIC_MEAN
  }

  /** The formula of a measure for one query. */
  @FunctionalInterface
  interface Formula {
    double evaluate(JudgedRanking ranking, Relevance relevance, double argument);
  }

  /** The default persistence in trec_eval. */
  static final double TREC_PERSISTENCE = 0.9;

  private final String irMeasuresName;
  private final String trecName;
  private final Argument argument;
  private final Summary summary;
  private final Formula formula;
  private final double[] defaultArguments;

  MeasureKind(
      String irMeasuresName,
      String trecName,
      Argument argument,
      Summary summary,
      Formula formula,
      double... defaultArguments) {
    this.irMeasuresName = irMeasuresName;
    this.trecName = trecName;
    this.argument = argument;
    this.summary = summary;
    this.formula = formula;
    this.defaultArguments = defaultArguments;
  }

  String irMeasuresName() {
    return irMeasuresName;
  }

  /** The name without argument; empty if trec_eval has no such measure. */
  String trecName() {
    return trecName;
  }

  Argument argument() {
    return argument;
  }

  /** Whether the value depends on which grades are relevant, not on the grades themselves. */
  boolean usesRelevance() {
    return switch (this) {
      case NUM_Q, NUM_RET, NDCG, NDCG_CUT, EXP_NDCG, EXP_NDCG_CUT, JUDGED, RBP_RESIDUAL, UNJUDGED ->
          false;
      default -> true;
    };
  }

  /** Whether the name ends in {@code @} and a number. */
  boolean takesCutoff() {
    return argument == Argument.RANK || argument == Argument.FRACTION;
  }

  Summary summary() {
    return summary;
  }

  /**
   * The formula in a version of trec_eval.
   *
   * @param hasLevel whether the measure has its own lowest grade of a relevant document, by which
   *     rank-biased precision becomes binary
   */
  Formula formula(TrecEvalVersion version, boolean hasLevel) {
    return switch (this) {
      case RBP ->
          hasLevel ? (r, b, at) -> GainFormulas.rankBiasedPrecision(r, at, b.level()) : formula;
      case I_PREC -> (r, b, at) -> BinaryFormulas.interpolatedPrecision(b, at, version.rounding());
      case ELEVEN_POINT -> (r, b, at) -> BinaryFormulas.elevenPointAverage(b, version.rounding());
      default -> formula;
    };
  }

  /** Whether a version of trec_eval has the measure. */
  boolean isIn(TrecEvalVersion version) {
    return switch (this) {
      case RBP, RBP_RESIDUAL, UNJUDGED -> version == TrecEvalVersion.V10;
      default -> !trecName.isEmpty();
    };
  }

  /** The default arguments of trec_eval. */
  double[] defaultArguments() {
    return defaultArguments.clone();
  }
}
