// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;

/**
 * One result of a search, with its passage and snippet for display.
 *
 * @param rank rank from 1, counted from the first page
 * @param hit document id, passage number and score; that of the best translation if translations
 *     are grouped
 * @param passage the text of the passage, with its language, title and position in the document
 * @param page the page on which the passage begins, from 1; empty if the document has no known
 *     pages
 * @param metadata the other fields of the document, without the positions of its pages
 * @param snippet the part of the passage to display, with the words of the query highlighted
 * @param probability probability that the passage answers the query, as the re-ranker estimates it;
 *     empty if the pipeline has neither a re-ranker nor vectors whose probabilities are known
 * @param preferred whether the preference of the request for its language put it above a result
 *     that is at least as probable
 * @param pinned whether the rules of the index put its document first for this query; its
 *     probability is not known if the pipeline did not find it
 * @param translations its likely translations, best first; empty unless translations are grouped
 * @param explanation why the passage has its rank; empty unless requested
 */
public record SearchResult(
    int rank,
    Hit hit,
    Passage passage,
    OptionalInt page,
    Metadata metadata,
    Snippet snippet,
    OptionalDouble probability,
    boolean preferred,
    boolean pinned,
    List<Translation> translations,
    Optional<Explanation> explanation) {
  public SearchResult {
    requireNonNull(hit, "hit is null");
    requireNonNull(passage, "passage is null");
    requireNonNull(page, "page is null");
    requireNonNull(metadata, "metadata is null");
    requireNonNull(snippet, "snippet is null");
    requireNonNull(probability, "probability is null");
    translations = List.copyOf(translations);
    requireNonNull(explanation, "explanation is null");
  }
}
