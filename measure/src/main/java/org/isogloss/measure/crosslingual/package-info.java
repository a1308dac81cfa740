// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Measures of cross-lingual and multilingual retrieval.
 *
 * <p>{@link LanguageMatrix} holds one value for each pair of query and document language. {@link
 * LanguageBias} compares the languages of the top hits with those of the relevant documents; {@link
 * RankChange} measures by how much ranks fall when the collection mixes languages. {@link
 * MateRanks} measures mate retrieval (Tatoeba). Begin with {@link LanguageMatrix}.
 */
package org.isogloss.measure.crosslingual;
