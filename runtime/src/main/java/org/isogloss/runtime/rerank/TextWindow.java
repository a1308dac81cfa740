package org.isogloss.runtime.rerank;

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
record TextWindow(int from, int to) {
  /** One divided by the share of a part that the part before it has too. */
  private static final int OVERLAP = 4;

  /**
   * Cuts a text.
   *
   * @param tokens how many pieces it has
   * @param maxTokens how many of them are read at once, at least 1
   * @return at least one part
   */
  static List<TextWindow> split(int tokens, int maxTokens) {
    List<TextWindow> parts = new ArrayList<>();
    int step = Math.max(1, maxTokens - maxTokens / OVERLAP);
    for (int from = 0; from + maxTokens < tokens; from += step) {
      parts.add(new TextWindow(from, from + maxTokens));
    }
    // The last part is as long as the others: a short rest would be read without what leads to it.
    parts.add(new TextWindow(Math.max(0, tokens - maxTokens), tokens));
    return parts;
  }

  int size() {
    return to - from;
  }
}
