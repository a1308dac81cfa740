// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The retrieval experiments of HICTL (Wei et al. 2021): an ablation of its training objectives.
 *
 * <p>Begin with {@link HictlPaper}. {@link HictlVariant} lists the rows of the ablation, {@code
 * HictlModelTrainer} trains them, and {@link HictlEvaluation} measures them on Tatoeba, NTREX,
 * XQuAD-R ({@code MultilingualPoolEvaluation}) and bitext mining ({@code HictlMiningEvaluation}).
 * {@link HictlResult} builds the tables, with the published figures.
 */
package org.isogloss.papers.hictl;
