// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The layout of an index on disk.
 *
 * <p>Start with {@link PassageFields}, which documents the Lucene fields and converts passages to
 * Lucene documents and back. {@link IndexFolder} manages the files of the folder and converts I/O
 * errors to messages; {@link IndexIntegrity} verifies checksums if the last writer was not closed
 * properly. {@link IndexTranslationTables} contains the translation tables of an index; {@link
 * TermProjection} uses them to project term frequencies to query languages at indexing time (PSQ).
 * {@link IndexingCheckpoint} describes the progress of an indexing run and is stored in the user
 * data of each commit.
 */
package org.isogloss.search.index;
