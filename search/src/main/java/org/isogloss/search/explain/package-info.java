// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Explanations of hits.
 *
 * <p>{@link TermMatch} states which word of a passage matched which word of the query in a lexical
 * retriever; {@link Snippet} is a short part of a passage with highlights. {@link Occlusion}
 * attributes the score of any pair scorer to words by removing them one at a time; {@link
 * MatchAttribution} uses the matches of a scorer that reports them; {@link EmbeddingWordMatcher}
 * aligns words of query and passage by their vectors. Start with {@link Occlusion}; {@link
 * org.isogloss.search.SearchIndex#snippet} and {@link org.isogloss.search.SearchIndex#termMatches}
 * create the first two.
 */
package org.isogloss.search.explain;
