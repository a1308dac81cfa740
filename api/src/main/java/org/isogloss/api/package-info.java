// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The contract of an index that can be searched, with its requests and results.
 *
 * <p>{@link Searcher} is the contract: an index in this process (module {@code engine}) or at a
 * server (module {@code client}). It answers a {@link SearchRequest} with {@link SearchResults},
 * one page of {@link SearchResult}s with {@link Snippet}s, {@link Translation}s, {@link Answer}s
 * and {@link FacetCount}s. An {@link Explanation} has the {@link StageRank}s of a passage, its
 * {@link TermMatch}es and {@link WordMatch}es with the query, and what each word contributes to the
 * score of a re-ranker ({@link WordAttribution}). Begin with {@link Searcher}.
 */
@NullMarked
package org.isogloss.api;

import org.jspecify.annotations.NullMarked;
