// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Concordances: the occurrences of words in a bitext in their contexts (KWIC, keywords in context),
 * with the words of the translation that correspond to them, and the statistics that lexicographers
 * and translators derive from them.
 *
 * <p>A bitext is read as a stream, so its size does not matter. {@link
 * org.isogloss.lexical.concordance.ConcordanceReader} finds occurrences of a {@link
 * org.isogloss.lexical.concordance.WordPattern}, aligned by a {@link
 * org.isogloss.lexical.table.TableAligner}, whose table {@link
 * org.isogloss.lexical.concordance.SampledTable} learns from a sample if there is none. {@link
 * org.isogloss.lexical.concordance.TranslationCandidate} counts translations, {@link
 * org.isogloss.lexical.concordance.WordStatistics} collocations and frequent words and n-grams.
 */
package org.isogloss.lexical.concordance;
