// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Words, sentences and passages.
 *
 * <p>{@link WordSegmenter} splits text into words by UAX #29, with a dictionary for scripts without
 * spaces; {@link SentenceSegmenter} adds corrections for wrapped lines, abbreviations and
 * quotations; {@link PassageSplitter} groups sentences into passages of bounded length. {@link
 * EnglishWords} and {@link EnglishNounPhraseExtractor} provide English words and noun phrases for
 * generated queries, {@link StopWords} the function words of some languages. Results are {@code
 * Span}s of the original text, or words. Begin with {@link WordSegmenter} and {@link
 * PassageSplitter}.
 */
package org.isogloss.text.segmentation;
