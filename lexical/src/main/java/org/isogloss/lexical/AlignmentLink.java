package org.isogloss.lexical;

/**
 * A word and the word that it translates.
 *
 * @param source place of the source word in its sentence, from 0
 * @param target place of the target word in its sentence, from 0
 */
public record AlignmentLink(int source, int target) implements Comparable<AlignmentLink> {
  public AlignmentLink {
    if (source < 0 || target < 0) {
      throw new IllegalArgumentException(
          "a link counts words from 0, found " + source + "-" + target);
    }
  }

  /** Order by source word, then by target word. */
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
