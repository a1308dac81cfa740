// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Texts that exist in two languages, and their mixtures.
 *
 * <p>{@link BilingualText} is a text in both languages; pairs, questions and question sets consist
 * of such texts. {@link MixedLanguagePair}, {@link MixedLanguageQuestion} and {@link
 * MixedLanguageTestSet} select one of the languages for each text. {@link TrainingStrategy} defines
 * merged, cascade and mixed training, {@link SentencePairMixer} the mixture of extended
 * pre-training. Begin with {@link BilingualText} and {@link TrainingStrategy}.
 */
package org.isogloss.papers.xpr.mixture;
