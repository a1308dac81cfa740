package org.isogloss.neural.crossencoder;

import java.util.List;
import org.isogloss.text.Encoding;

/**
 * A query with passages that are to be ranked, each read together with it.
 *
 * @param pairs the query with each passage, the best passage first
 * @param grades of the passages; above 0 relevant
 */
record CandidateList(List<Encoding> pairs, int[] grades) {
  CandidateList {
    pairs = List.copyOf(pairs);
    if (pairs.size() != grades.length) {
      throw new IllegalArgumentException(pairs.size() + " pairs, " + grades.length + " grades");
    }
  }

  /** The longest pair's. */
  int maxLength() {
    return pairs.stream().mapToInt(Encoding::size).max().orElse(0);
  }
}
