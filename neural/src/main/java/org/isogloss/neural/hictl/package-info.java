// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * HICTL, hierarchical contrastive learning of sentences and words (Wei et al. 2021).
 *
 * <p>{@link HictlRecipe} is the recipe; {@code HictlPairBatches} samples translation pairs and
 * sentences with their tokens shuffled; {@code HictlSentenceObjective} and {@code
 * HictlWordObjective} are the two contrastive losses, {@code HictlLanguageModelObjective} the
 * language modelling, and {@code HictlObjective} their sum. Begin with {@link HictlRecipe}.
 */
package org.isogloss.neural.hictl;
