// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.filter.Filter;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.pipeline.PipelineComponents;

/**
 * Finds all documents of an index that meet a filter. No other pipeline finds every document: words
 * may not occur in it, and a text without any token of the model has no vector.
 */
final class MatchingDocuments {
  private static final String ALL = "all";

  private MatchingDocuments() {}

  /**
   * Returns the ids of the documents in the last commit that meet a filter. All passages are read,
   * which takes seconds for some hundred thousand.
   *
   * @throws IsoglossException if the filter does not fit the fields of the documents, or the index
   *     has analyzers of the program
   */
  static List<String> ids(Path folder, Filter filter) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      Ranking all = firstPassages(index);
      if (all.isEmpty()) {
        return List.of();
      }
      Retriever everything = (query, depth) -> all.top(depth);
      Retriever matching =
          index.retriever(
              new Pipeline.Custom(ALL),
              Set.of(),
              Optional.of(filter),
              new PipelineComponents(
                  PipelineComponents.NONE.scorers(), name -> Optional.of(everything)));
      return matching.retrieve(Query.of(ALL), all.size()).hits().stream()
          .map(Hit::documentId)
          .toList();
    }
  }

  /** The first passage of each document, which has all its fields. */
  private static Ranking firstPassages(SearchIndex index) {
    List<Hit> hits = new ArrayList<>();
    index.forEachPassage(
        (passage, metadata) -> {
          if (passage.ordinal() == 0) {
            hits.add(new Hit(passage.documentId(), 0));
          }
        });
    return Ranking.of(hits);
  }
}
