package org.isogloss.data.bitext;

import static java.util.Objects.requireNonNull;

/**
 * A line of one file and a line of another that may mean the same.
 *
 * @param sourceLine number of the first, from 1
 * @param targetLine number of the second, from 1
 * @param score higher for more alike
 */
public record ScoredPair(
    long sourceLine, long targetLine, double score, String source, String target) {
  public ScoredPair {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }
}
