package org.isogloss.search.explain;

import static java.util.Objects.requireNonNull;

/**
 * A word of a passage that counted as a word of the query.
 *
 * @param pipelinePart the part of the pipeline that says so, as {@code psq}
 * @param queryWord the word of the query, as it is written there
 * @param passageWord the word of the passage, as it is written there first
 * @param probability what one occurrence of it counts, above 0 to 1: by {@code psq} how likely it
 *     came of {@code asked}, by {@code psq(form=bm25)} how likely that is translated so, 1 of a
 *     word that is the same
 * @param frequency how often it is in the passage, with inflected forms that count as the same
 */
public record TermMatch(
    String pipelinePart, String queryWord, String passageWord, double probability, int frequency) {
  public TermMatch {
    requireNonNull(pipelinePart, "retriever is null");
    requireNonNull(queryWord, "asked is null");
    requireNonNull(passageWord, "found is null");
  }
}
