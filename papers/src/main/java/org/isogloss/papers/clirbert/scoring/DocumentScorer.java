package org.isogloss.papers.clirbert.scoring;

/** Scores the documents of a collection for a query. */
@FunctionalInterface
public interface DocumentScorer {
  /** Of each document a score, higher for more relevant. */
  float[] score(ClirQuery query);
}
