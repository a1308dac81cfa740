/**
 * Explanations of a hit.
 *
 * <p>{@link TermMatch} states which word of a passage matched which word of the query in a lexical
 * retriever; {@link Snippet} is a short part of a passage with highlights. {@link Occlusion}
 * attributes the score of any pair scorer to words by leaving each of them out; {@link
 * MatchAttribution} does so by the matches of a scorer that reports them; {@link
 * EmbeddingWordMatcher} pairs words of query and passage by their vectors. Begin with {@link
 * Occlusion}; {@code SearchIndex.snippet} and {@code SearchIndex.termMatches} create the first two.
 */
package org.isogloss.search.explain;
