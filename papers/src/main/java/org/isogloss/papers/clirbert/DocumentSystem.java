package org.isogloss.papers.clirbert;

/** Scores the documents of a collection for a query. */
@FunctionalInterface
interface DocumentSystem {
  /** Of each document a score, higher for more relevant. */
  float[] score(ClirQuery query);
}
