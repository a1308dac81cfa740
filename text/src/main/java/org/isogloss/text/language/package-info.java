// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Language identification.
 *
 * <p>{@link LanguageIdentifier} decides by the script if only one language uses it, and by logistic
 * regression on character n-grams otherwise ({@code LanguageModel}). The result is a {@link
 * LanguageIdentification}: a language, a calibrated confidence, the next most probable languages,
 * and whether the text is romanized or has words in a second language. {@link LanguageModelBuilder}
 * trains a model: {@code NgramSelection} selects the n-grams by their frequencies, {@code
 * LanguageModelTrainer} learns their weights.
 */
package org.isogloss.text.language;
