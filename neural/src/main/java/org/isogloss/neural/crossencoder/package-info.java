// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of cross-encoders, which encode a query and a passage together and compute one score.
 *
 * <p>{@link CrossEncoderRecipe} is the recipe, {@code CrossEncoderObjectiveOptions} its objectives.
 * A {@code CandidateList} is a query with the passages to rank; {@code NegativeSampler} chooses
 * negatives. {@link CandidateValidation} measures the rank of the relevant passage. {@link
 * CrossEncoderAttention} contains the attention weights between a query and a sentence. Begin with
 * {@link CrossEncoderRecipe}, then {@code CrossEncoderTask}.
 */
package org.isogloss.neural.crossencoder;
