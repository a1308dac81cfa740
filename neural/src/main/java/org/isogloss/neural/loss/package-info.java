// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Loss functions on tensors, one record or class for each, with the paper and the equation: {@link
 * InfoNceLoss}, {@link MultipleNegativesRankingLoss}, {@link PairwiseHingeLoss}, {@link
 * GradedTripletLoss}, {@link CandidateLoss}, {@link DistillationLoss} and {@link
 * WordContrastiveLoss} with {@link SimilarWordSampler} for its negatives.
 *
 * <p>{@link MaxSim} computes scores of late interaction. No loss depends on a model or a batch.
 * Begin with {@link InfoNceLoss}.
 */
package org.isogloss.neural.loss;
