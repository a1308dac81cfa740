// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Indexes in a folder, read and written with Lucene.
 *
 * <p>Start with {@link FolderLocation}. The reading side is {@link LuceneSnapshot}, which is one
 * commit opened for searching, and reports damaged files. {@link LuceneCandidates} searches it:
 * {@link ScoredWordQuery} scores a word, and {@link ExactVectorSearch} or {@link
 * PerLanguageHnswSearch} (one graph per language and segment) finds the nearest vectors. {@link
 * PassageFilter} restricts both to a scope. {@link LuceneStoredPassages} returns stored passages;
 * {@link PassageNameCache} keeps the ids of a small index in memory.
 *
 * <p>The writing side is {@link LuceneWriteSession}, which locks the folder for one process,
 * creates a new index with its first commit, and stores the checkpoint and mean vectors with every
 * commit. {@link PassageLengthSimilarity} and {@link SegmentMergeScheduler} configure Lucene's
 * writer.
 */
package org.isogloss.search.lucene;
