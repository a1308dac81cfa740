// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.api.TermMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.SparseVector;
import org.isogloss.search.retrieve.SparseQueries;

/** Determines which terms have weights in a query and in a passage. */
final class SparseMatches {
  private SparseMatches() {}

  /** Returns the terms with their shares of the score of the passage, the largest one first. */
  static Stream<TermMatch> find(SparseQueries queries, Query query, Passage passage) {
    SparseVector inQuery = queries.get(query);
    SparseVector inPassage =
        queries.encoder().encode(List.of(passage.titledText()), Role.PASSAGE).getFirst();
    double score = inQuery.dot(inPassage);
    return IntStream.of(inQuery.terms())
        .filter(term -> inPassage.weight(term) > 0)
        .mapToObj(
            term -> {
              double product = (double) inQuery.weight(term) * inPassage.weight(term);
              String shown = queries.encoder().term(term);
              return new TermMatch(Pipeline.sparse().toString(), shown, shown, product / score, 1);
            })
        .sorted(Comparator.comparingDouble(TermMatch::probability).reversed());
  }
}
