// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Maps of word vectors into one space, and word translation in that space.
 *
 * <p>Word vectors of two languages that were trained separately are in different spaces. {@link
 * OrthogonalMap} learns from a dictionary how to rotate one space into the other. {@link
 * MultilingualWordVectors} rotates the spaces of several languages into that of a pivot language.
 *
 * <p>{@link WordTranslator} translates words by their vectors, with one of the methods of {@link
 * TranslationRetrieval}; {@link LexiconInduction} measures the translations against a dictionary.
 * Begin with {@link OrthogonalMap}.
 */
package org.isogloss.lexical.mapping;
