// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of machine translation: {@link Bleu}, {@link Chrf} with its variant chrF++, and {@link
 * Ter}, whose scores agree with those of sacreBLEU 2.6.0 to the last printed digit.
 *
 * <p>{@link TranslationEvaluation} measures the translations of a system against {@link References}
 * and gives the {@link TranslationScore} of the corpus and of each sentence. {@link PairedTest}
 * compares systems with a baseline, {@link TranslationReport} formats scores and tests as text or
 * JSON. {@link TranslationFiles} reads sentences, a {@link BleuTokenizer} splits them. Begin with
 * {@link Bleu} and {@link TranslationEvaluation}.
 *
 * <p>White space, case and categories of characters are those of the Unicode version of the Java
 * platform; sacreBLEU uses those of Python. Both agree on all characters that both know.
 */
package org.isogloss.measure.translation;
