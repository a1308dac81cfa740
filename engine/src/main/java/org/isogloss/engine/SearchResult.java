// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.isogloss.api.Snippet;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.PageStarts;

/**
 * One result of a search, with its passage and snippet for display.
 *
 * @param rank rank from 1, counted from the first page
 * @param hit document id, passage number and score; that of the best version if versions are
 *     grouped
 * @param passage the text of the passage, with its language, title and position in the document
 * @param metadata the other fields of the document
 * @param snippet the part of the passage to display, with the words of the query highlighted
 * @param probability probability that the passage answers the query, as the re-ranker estimates it;
 *     empty if the pipeline has no re-ranker whose probabilities are known
 * @param versions its likely translations, best first; empty unless versions are grouped
 * @param explanation why the passage has its rank; empty unless requested
 */
public record SearchResult(
    int rank,
    Hit hit,
    Passage passage,
    Metadata metadata,
    Snippet snippet,
    OptionalDouble probability,
    List<ResultVersion> versions,
    Optional<Explanation> explanation) {
  public SearchResult {
    requireNonNull(hit, "hit is null");
    requireNonNull(passage, "passage is null");
    requireNonNull(metadata, "metadata is null");
    requireNonNull(snippet, "snippet is null");
    requireNonNull(probability, "probability is null");
    versions = List.copyOf(versions);
    requireNonNull(explanation, "explanation is null");
  }

  /** The page on which the passage begins, from 1; empty if the document has no known pages. */
  public OptionalInt page() {
    return PageStarts.findPage(metadata, passage.start());
  }
}
