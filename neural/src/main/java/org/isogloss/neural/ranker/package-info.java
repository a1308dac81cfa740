// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What the training of bi-encoders, cross-encoders and HICTL has in common: fine-tuning of a
 * pretrained transformer.
 *
 * <p>{@link RankerRecipe} is the common part of their recipes, with the sections {@code
 * RankerModelOptions}, {@code RankerDataOptions}, {@code RankerBatchOptions}, {@code
 * RankerOptimizerOptions} and {@code RankerValidationOptions}. {@link RankerTraining} opens the
 * {@code PretrainedModel} and the corpus, runs the {@link RankerTask} that the recipe creates, and
 * writes the model folder. {@code MaskedTextBatches} and {@code LanguageModelHeads} add masked and
 * translation language modelling. Begin with {@link RankerTraining}.
 */
package org.isogloss.neural.ranker;
