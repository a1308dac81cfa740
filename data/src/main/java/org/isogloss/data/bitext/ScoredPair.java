// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static java.util.Objects.requireNonNull;

/**
 * Two lines of two files that may be translations of each other.
 *
 * @param sourceLine line number in the source file, from 1
 * @param targetLine line number in the target file, from 1
 * @param score similarity of the lines; higher is more similar
 */
public record ScoredPair(
    long sourceLine, long targetLine, double score, String source, String target) {
  public ScoredPair {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }
}
