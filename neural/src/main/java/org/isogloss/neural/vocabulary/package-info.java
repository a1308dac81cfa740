// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The vocabulary of a static encoder.
 *
 * <p>{@link VocabularySelection} chooses word pieces by how often training meets them, as {@link
 * VocabularyOptions} says; {@link BytePairMerges} learns further pieces from the corpus by byte
 * pair encoding. Begin with {@link VocabularySelection}.
 */
package org.isogloss.neural.vocabulary;
