// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.List;
import org.isogloss.text.Encoding;

/**
 * A query with candidate passages, each encoded together with the query.
 *
 * @param pairs the query with each passage, the best passage first
 * @param grades grades of the passages; above 0 means relevant
 */
record CandidateList(List<Encoding> pairs, int[] grades) {
  CandidateList {
    pairs = List.copyOf(pairs);
    if (pairs.size() != grades.length) {
      throw new IllegalArgumentException(pairs.size() + " pairs, " + grades.length + " grades");
    }
  }

  /** Returns the length of the longest pair in tokens. */
  int maxLength() {
    return pairs.stream().mapToInt(Encoding::size).max().orElse(0);
  }
}
