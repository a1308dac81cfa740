// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

/**
 * A candidate translation of a word.
 *
 * @param row row of the word in the target vectors
 * @param word the target word
 * @param score score of a {@link TranslationRetrieval}; higher for a better candidate
 */
public record TranslatedWord(int row, String word, float score) {}
