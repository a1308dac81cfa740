// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The reading side of an index.
 *
 * <p>Start with {@link IndexSnapshot}, which is one commit opened for searching: it looks up
 * passages, documents, languages and statistics, and reports damaged files. {@link
 * PassageNameCache} keeps the ids of a small index in memory. {@link PassageScope} restricts a
 * search to languages, scripts and the matches of a query, and {@link PassageFilter} applies such a
 * restriction to Lucene's searches. {@link FieldStatistics} contains the collection statistics of
 * one language.
 */
package org.isogloss.search.reader;
