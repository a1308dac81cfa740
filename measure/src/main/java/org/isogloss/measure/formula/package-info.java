// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The formulas of the measures.
 *
 * <p>{@link JudgedRanking} is one ranking with the grades of its documents. {@link BinaryFormulas}
 * computes the measures that distinguish only relevant and not relevant, {@link GainFormulas}
 * computes nDCG; both follow trec_eval, including the order of summation and that of hits. {@link
 * RankedDocuments} and {@link JudgedDocuments} store one query of a run and of qrels. Begin with
 * {@link JudgedRanking}.
 */
package org.isogloss.measure.formula;
