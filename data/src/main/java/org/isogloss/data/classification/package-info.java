// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Classified and rated texts, on which classifiers and regression models are fine-tuned.
 *
 * <p>{@link ClassifiedTexts} reads texts and pairs of texts with labels, such as natural language
 * inference and paraphrase identification; {@link RatedPairs} reads pairs with ratings of their
 * similarity; {@link UnlabelledTexts} reads texts for a classifier to label. All read tables by the
 * names or the number of their columns ({@link Header}, {@link Row}). Begin with {@link
 * ClassifiedTexts}.
 */
package org.isogloss.data.classification;
