// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Sentences and words with their translations.
 *
 * <p>{@link Bitext} reads sentence pairs of any {@link BitextFormat} and of two parallel files
 * (Moses), and writes TSV and Moses files; {@link MosesFolder} and {@link NtrexFolder} read folders
 * of parallel files in many languages. {@link WordPairs} reads bilingual word lists and {@link
 * WordList} those of one language, {@link ScoredPairs} writes the scored pairs that bitext mining
 * finds, {@link PlainTextLines} reads and writes a file with one text per line. Begin with {@link
 * Bitext} and {@link SentencePair}.
 */
package org.isogloss.data.bitext;
