package org.isogloss.papers.xpr.relevance;

import java.util.List;

/** Finds texts that are near a query, to be wrong answers to it. */
public interface HardNegativeSearch extends AutoCloseable {
  /** Numbers of texts, the nearest first, at most {@code depth}. */
  List<Integer> find(String text, int depth);

  @Override
  void close();
}
