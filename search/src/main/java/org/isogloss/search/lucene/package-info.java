// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Indexes in a folder, read with Lucene.
 *
 * <p>Start with {@link LuceneSnapshot}, which is one commit opened for searching, and reports
 * damaged files. {@link LuceneCandidates} searches it: {@link ScoredWordQuery} scores a word, and
 * {@link ExactVectorSearch} or {@link PerLanguageHnswSearch} (one graph per language and segment)
 * finds the nearest vectors. {@link PassageFilter} restricts both to a scope. {@link
 * LuceneStoredPassages} returns stored passages; {@link PassageNameCache} keeps the ids of a small
 * index in memory.
 */
package org.isogloss.search.lucene;
