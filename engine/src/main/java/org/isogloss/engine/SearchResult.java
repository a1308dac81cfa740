package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.explain.TermMatch;

/**
 * One result of a search, with what there is to show of it.
 *
 * @param rank from 1, counted from the first page
 * @param hit which passage of which document, and its score
 * @param passage the text that was found, with its language, title and place in the document
 * @param snippet the part of the passage to show, with the words of the query highlighted
 * @param evidence which words of the passage counted as which words of the query, by the parts of
 *     the pipeline that go by words; empty unless the request asks for it
 */
public record SearchResult(
    int rank, Hit hit, Passage passage, Snippet snippet, List<TermMatch> evidence) {
  public SearchResult {
    requireNonNull(hit, "hit is null");
    requireNonNull(passage, "passage is null");
    requireNonNull(snippet, "snippet is null");
    evidence = List.copyOf(evidence);
  }
}
