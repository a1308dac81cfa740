/**
 * HICTL, hierarchical contrastive learning of sentences and words (Wei et al.
 *
 * <p>2021). {@link HictlRecipe} is the recipe; {@code HictlPairBatches} draws translation pairs and
 * shuffled sentences; {@code HictlSentenceObjective} and {@code HictlWordObjective} are the two
 * contrastive losses, {@code HictlLanguageModelObjective} the language modelling, and {@code
 * HictlObjective} their sum. Begin with {@link HictlRecipe}.
 */
package org.isogloss.neural.hictl;
