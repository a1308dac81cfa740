// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.util.List;

/** Finds texts similar to a query, as hard negatives. */
public interface HardNegativeSearch extends AutoCloseable {
  /** Returns numbers of texts, the most similar first, at most {@code depth}. */
  List<Integer> find(String text, int depth);

  @Override
  void close();
}
