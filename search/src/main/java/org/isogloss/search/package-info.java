// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Indexes document collections in many languages and searches them with queries in any of these
 * languages.
 *
 * <p>Start with {@link Indexer}, which writes an index from a {@link DocumentSource}, and {@link
 * SearchIndex}, which opens one commit of it and turns a pipeline string such as {@code {bm25,
 * dense}fair} into a {@code Retriever}. {@link BatchSearch} runs many queries on several threads
 * and returns a {@link QueryResult} for each; {@link QueryLimit} defines how much of a long query
 * is used. An interrupted run is resumed: {@link IndexingPlan} compares the steps of a new run with
 * those of the last commit. The package also contains their internal helpers: {@link IndexingRun},
 * {@link SnippetGenerator} and {@link TermMatches}.
 */
package org.isogloss.search;
