// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Unsupervised word alignment by expectation maximisation: IBM Model 1, then the hidden Markov
 * model, in both directions, with agreement training and symmetrisation.
 *
 * <p>{@link WordAligner} trains and aligns; {@link AlignerOptions} configures it. One iteration is
 * an {@link AlignmentPass}: the E-step computes {@link LinkPosteriors} for each sentence pair
 * ({@link ModelOnePosteriors}, {@link HmmPosteriors}), the M-step updates {@link
 * TranslationProbabilities} and the {@link JumpDistribution} of each {@link DirectionalModel}.
 * {@link Symmetrisation} combines the two directions. {@link AlignmentFile} reads alignments from
 * files of any aligner. Begin with {@link WordAligner}.
 */
package org.isogloss.lexical.alignment;
