// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The retrieval experiments of HICTL (Wei et al. 2021): an ablation of its training objectives.
 *
 * <p>Begin with {@link org.isogloss.papers.hictl.HictlPaper}. {@code HictlEvaluation} measures the
 * models on Tatoeba, NTREX, XQuAD-R ({@code MultilingualPoolEvaluation}) and bitext mining ({@code
 * HictlMiningEvaluation}). {@code TaskExperiments} fine-tunes them on the tasks of XTREME (Hu et
 * al. 2020), trained on English and measured on other languages. {@code HictlTables} builds the
 * tables and the report.
 */
package org.isogloss.papers.hictl;
