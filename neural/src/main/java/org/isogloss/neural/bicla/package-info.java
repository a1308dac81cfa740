// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of BiCLA (Glavaš and Vulić, ECIR 2019), which scores a sentence and a sentence in
 * another language by attention between their words.
 *
 * <p>A {@link BiclaRecipe} trains on pairs of translations ({@code BiclaPairsReader}), each with
 * random sentences and the {@code NearestSentences} as negatives ({@code BiclaBatches}). {@code
 * BiclaNetwork} is the network, {@code BiclaObjective} its loss, and {@code HingeLossValidation}
 * selects the best state. Begin with {@link BiclaRecipe}.
 */
package org.isogloss.neural.bicla;
