// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

/** Scores the documents of a collection for a query. */
@FunctionalInterface
public interface DocumentScorer {
  /** Returns a score of each document, higher for more relevant ones. */
  float[] score(ClirQuery query);
}
