// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of ranked results.
 *
 * <p>{@link Qrels} are relevance judgements, a {@link Run} is the output of a system, {@link
 * Measure} is an effectiveness measure such as {@code nDCG@10}, known by the names of ir-measures
 * and trec_eval. {@link Evaluation} measures a run per query and over all queries; {@link
 * EvaluationFormat} formats it like trec_eval, as a table or as JSON. {@link Comparison} compares
 * two evaluations of the same queries with significance tests. A {@link ThresholdCurve} holds
 * measures at every score threshold: {@link QueryWeightedValueCurve} AQWV and MQWV of the MATERIAL
 * programme, {@link PrecisionRecallCurve} precision, recall and F1 of bitext mining (BUCC); {@link
 * PrecisionRecall} holds those of one set of predictions. Begin with {@link Qrels}, {@link Run} and
 * {@link Evaluation}.
 */
package org.isogloss.measure;
