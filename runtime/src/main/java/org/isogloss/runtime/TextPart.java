package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a text that is too long for a model to read at once. Each part has a quarter of its
 * pieces in common with the one before it; so what lies across the end of one part is whole in the
 * next.
 *
 * @param from its first piece
 * @param to the piece behind its last
 */
record TextPart(int from, int to) {
  /** One divided by the share of a part that the part before it has too. */
  private static final int OVERLAP = 4;

  /**
   * Cuts a text.
   *
   * @param size how many pieces it has
   * @param room how many of them are read at once, at least 1
   * @return at least one part
   */
  static List<TextPart> of(int size, int room) {
    List<TextPart> parts = new ArrayList<>();
    int step = Math.max(1, room - room / OVERLAP);
    for (int from = 0; from + room < size; from += step) {
      parts.add(new TextPart(from, from + room));
    }
    // The last part is as long as the others: a short rest would be read without what leads to it.
    parts.add(new TextPart(Math.max(0, size - room), size));
    return parts;
  }

  int size() {
    return to - from;
  }
}
