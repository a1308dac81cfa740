// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Explanations of hits.
 *
 * <p>{@link TermMatch} states which word of a passage matched which word of the query in a lexical
 * retriever, {@link WordMatch} which one by vectors: {@link TokenWordMatcher} finds these by the
 * tokens of a late-interaction scorer, {@link EmbeddingWordMatcher} by the vectors of single words.
 * {@link Snippet} is a short part of a passage with highlights. {@link Occlusion} attributes the
 * score of any pair scorer to words by removing them one at a time, {@link MatchAttribution} by the
 * matches of a scorer that reports them. Start with {@link org.isogloss.search.SearchIndex#matches}
 * and {@link org.isogloss.search.SearchIndex#snippet}.
 */
package org.isogloss.search.explain;
