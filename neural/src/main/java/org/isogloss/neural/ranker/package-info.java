// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The common part of the training of bi-encoders, cross-encoders and HICTL.
 *
 * <p>{@link RankerRecipe} is the common part of their recipes, with the sections {@link
 * RankerDataOptions}, {@link RankerBatchOptions} and {@link RankerValidationOptions}. {@link
 * RankerTraining} opens the corpus and fine-tunes the model on it. {@link MaskedTextBatches} and
 * {@link LanguageModelHeads} add masked and translation language modelling. Begin with {@link
 * RankerTraining}.
 */
package org.isogloss.neural.ranker;
