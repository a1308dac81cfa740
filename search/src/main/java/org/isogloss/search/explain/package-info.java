// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Explanations of hits.
 *
 * <p>{@link TokenWordMatcher} finds the words of a passage that match words of the query by the
 * tokens of a late-interaction scorer, {@link EmbeddingWordMatcher} by the vectors of single words.
 * {@link Occlusion} attributes the score of any pair scorer to words by removing them one at a
 * time, {@link MatchAttribution} by the matches of a scorer that reports them. Start with {@link
 * org.isogloss.search.SearchIndex#matches}.
 */
package org.isogloss.search.explain;
