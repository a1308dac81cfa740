// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

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
          .thenComparing(Hit::documentId, Hit::compareCodePoints)
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

  private static int compareCodePoints(String a, String b) {
    int end = Math.min(a.length(), b.length());
    for (int i = 0; i < end; i++) {
      char first = a.charAt(i);
      char second = b.charAt(i);
      if (first != second) {
        // A surrogate is part of a code point above all others.
        boolean firstIsSurrogate = Character.isSurrogate(first);
        return firstIsSurrogate == Character.isSurrogate(second)
            ? Character.compare(first, second)
            : firstIsSurrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Returns the same passage with another score. */
  public Hit withScore(double score) {
    return new Hit(documentId, passage, score);
  }
}
