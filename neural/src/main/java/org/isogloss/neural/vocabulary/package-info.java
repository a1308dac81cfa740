// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The vocabulary of a static encoder.
 *
 * <p>{@link VocabularySelection} selects tokens by their frequency in training, according to {@link
 * VocabularyOptions}; {@link BytePairMerges} learns further tokens from the corpus by byte pair
 * encoding. Begin with {@link VocabularySelection}.
 */
package org.isogloss.neural.vocabulary;
