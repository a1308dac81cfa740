// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import org.isogloss.api.SearchResult;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.springframework.ai.vectorstore.SearchRequest;

/** The meaning of the scores of the documents that a pipeline finds. */
enum ScoreKind {
  /** The probability that the document answers the query, as the re-ranker or encoder states it. */
  PROBABILITY,

  /** The cosine of the vectors of the query and of the best passage. */
  COSINE,

  /** A number that orders the documents of one search. */
  RELATIVE;

  /** Returns the kind of the scores of a pipeline; a search checks that probabilities are known. */
  static ScoreKind of(Pipeline pipeline) {
    if (isCosine(pipeline)) {
      return COSINE;
    }
    return pipeline.reranker().isPresent() || pipeline.usesVectors() ? PROBABILITY : RELATIVE;
  }

  /**
   * Checks that scores can be compared with a similarity threshold.
   *
   * @throws IsoglossException if there is a threshold, and the scores only order documents
   */
  void requireThreshold(Pipeline pipeline, double threshold) {
    if (this == RELATIVE && threshold > SearchRequest.SIMILARITY_THRESHOLD_ACCEPT_ALL) {
      throw new IsoglossException(
          "the similarity threshold is "
              + threshold
              + ", but the scores of the pipeline \""
              + pipeline
              + "\" are neither probabilities nor cosines: leave the threshold out, or use a"
              + " pipeline with a re-ranker or vectors");
    }
  }

  /** Whether a threshold is a minimum probability, which a search takes into account. */
  boolean isMinProbability(double threshold) {
    return this == PROBABILITY && threshold > SearchRequest.SIMILARITY_THRESHOLD_ACCEPT_ALL;
  }

  /** Returns the score of a result: its probability if that is meant and known. */
  double of(SearchResult result) {
    double score = result.hit().score();
    return this == PROBABILITY ? result.probability().orElse(score) : score;
  }

  /** Whether a score reaches a threshold that is a cosine; any score if it is none. */
  boolean accepts(double score, double threshold) {
    // A cosine may be negative, but 0 accepts all documents.
    return this != COSINE
        || threshold == SearchRequest.SIMILARITY_THRESHOLD_ACCEPT_ALL
        || score >= threshold;
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
