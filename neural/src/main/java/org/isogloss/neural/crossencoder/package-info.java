/**
 * Training of cross-encoders, which read a query and a passage together and give one score.
 *
 * <p>{@link CrossEncoderRecipe} is the recipe, {@code CrossEncoderObjectiveOptions} its objectives.
 * A {@code CandidateList} is a query with the passages to rank; negatives are chosen by {@code
 * NegativeSampler}. {@link CandidateValidation} measures the rank of the right passage. {@code
 * CrossEncoderAttention} reads the attention weights between a query and a sentence. Begin with
 * {@link CrossEncoderRecipe}, then {@code CrossEncoderTask}.
 */
package org.isogloss.neural.crossencoder;
