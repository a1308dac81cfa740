// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

/**
 * A link between a source word and a target word that translate each other.
 *
 * @param source position of the source word in its sentence, from 0
 * @param target position of the target word in its sentence, from 0
 */
public record AlignmentLink(int source, int target) implements Comparable<AlignmentLink> {
  public AlignmentLink {
    if (source < 0 || target < 0) {
      throw new IllegalArgumentException(
          "positions of a link start at 0, found " + source + "-" + target);
    }
  }

  /** Orders links by source word, then by target word. */
  @Override
  public int compareTo(AlignmentLink other) {
    return source == other.source
        ? Integer.compare(target, other.target)
        : Integer.compare(source, other.source);
  }

  @Override
  public String toString() {
    return source + "-" + target;
  }
}
