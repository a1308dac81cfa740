// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Fine-tuning of a pretrained transformer with a head: the common part of all recipes that start
 * from a model folder.
 *
 * <p>{@link FineTuningRecipe} is the common part of the recipes. {@link FineTuning} opens the
 * {@link PretrainedModel}, trains the {@link FineTuningTask} that the recipe creates for it, and
 * writes the model folder. Begin with {@link FineTuning}.
 */
package org.isogloss.neural.finetuning;
