// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of sparse encoders, which encode a text as weights of the tokens of a vocabulary: SPLADE
 * (Formal et al., SIGIR 2021, and <i>SPLADE v2</i>, 2021).
 *
 * <p>{@link SparseEncoderRecipe} is the recipe, {@link SparseEncoderObjectiveOptions} its
 * objectives: contrast of translations, ranking of judged passages with hard negatives, and
 * distillation of a teacher's margins, each regularised by the expected cost of a search. {@code
 * SpladeEncoder} computes the weights by the masked language model; {@code QueryTokenWeights} are
 * those of queries that need no inference. Begin with {@link SparseEncoderRecipe}, then {@code
 * SparseEncoderTask}.
 */
package org.isogloss.neural.sparseencoder;
