// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import org.isogloss.core.util.CodePointOrder;

/**
 * One retrieved passage.
 *
 * @param documentId the document of the passage
 * @param passage ordinal of the passage in its document, from 0; 0 if the document is not split
 * @param score higher is better; comparable only within one ranking
 */
public record Hit(String documentId, int passage, double score) {
  /**
   * Orders hits by descending score, then by the code points of the document id, then by passage.
   * Ties are therefore always broken in the same way, also by programs that compare UTF-8.
   */
  public static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score)
          .reversed()
          .thenComparing(Hit::documentId, CodePointOrder::compare)
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

  /** Returns the same passage with another score. */
  public Hit withScore(double score) {
    return new Hit(documentId, passage, score);
  }
}
