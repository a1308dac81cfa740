// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.pipeline.Pipeline;

/** What the scores of the documents that a pipeline finds mean. */
enum ScoreKind {
  /** The probability that the document answers the query, as the re-ranker estimates it. */
  PROBABILITY,

  /** The cosine of the vectors of the query and of the best passage. */
  COSINE,

  /** A number that orders the documents of one search. */
  RELATIVE;

  /**
   * Returns the kind of the scores of a pipeline.
   *
   * @throws IsoglossException if the pipeline names a re-ranker that does not exist
   */
  static ScoreKind of(SearchEngine engine, Pipeline pipeline) {
    if (pipeline.reranker().flatMap(engine::probability).isPresent()) {
      return PROBABILITY;
    }
    return isCosine(pipeline) ? COSINE : RELATIVE;
  }

  private static boolean isCosine(Pipeline pipeline) {
    return switch (pipeline) {
      // With feedback, the score is the cosine with a vector that the first hits have moved.
      case Pipeline.Dense dense -> dense.feedback().isEmpty();
      case Pipeline.Truncated truncated -> isCosine(truncated.pipeline());
      case Pipeline.LanguageRestricted restricted -> isCosine(restricted.pipeline());
      default -> false;
    };
  }
}
