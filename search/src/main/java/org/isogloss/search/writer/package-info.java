// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The writing side of an index.
 *
 * <p>Start with {@link IndexWriteSession}, which locks the folder for one process, creates a new
 * index with its first commit, and stores the checkpoint and mean vectors with every commit. {@link
 * PassageExtractor} identifies the language of a document and splits it into passages that fit the
 * encoder; {@link PassageEncoder} computes the vectors of passages and sentences. {@link
 * PassageLengthSimilarity} and {@link BackgroundMergeScheduler} configure Lucene's writer.
 */
package org.isogloss.search.writer;
