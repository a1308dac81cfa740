// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Fine-tuning of a pretrained transformer, the common part of the training of bi-encoders,
 * cross-encoders and HICTL.
 *
 * <p>{@link RankerRecipe} is the common part of their recipes, with the sections {@link
 * RankerModelOptions}, {@link RankerDataOptions}, {@link RankerBatchOptions}, {@link
 * RankerOptimizerOptions} and {@link RankerValidationOptions}. {@link RankerTraining} opens the
 * {@link PretrainedModel} and the corpus, runs the {@link RankerTask} that the recipe creates, and
 * writes the model folder. {@link MaskedTextBatches} and {@link LanguageModelHeads} add masked and
 * translation language modelling. Begin with {@link RankerTraining}.
 */
package org.isogloss.neural.ranker;
