package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * One passage in an answer.
 *
 * @param documentId the document found
 * @param passage which of its passages, from 0; 0 where a document is not split
 * @param score higher is better; comparable only within one ranking
 */
public record Hit(String documentId, int passage, double score) {
  /**
   * Best first; equal scores by document id, then by passage, so that a ranking never depends on
   * chance.
   */
  public static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score)
          .reversed()
          .thenComparing(Hit::documentId)
          .thenComparingInt(Hit::passage);

  public Hit {
    requireNonNull(documentId, "documentId is null");
    if (passage < 0) {
      throw new IllegalArgumentException("passage is " + passage + ", expected 0 or more");
    }
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("score of " + documentId + " is not a number");
    }
  }

  public Hit(String documentId, double score) {
    this(documentId, 0, score);
  }

  /** The same passage with another score. */
  public Hit withScore(double score) {
    return new Hit(documentId, passage, score);
  }
}
