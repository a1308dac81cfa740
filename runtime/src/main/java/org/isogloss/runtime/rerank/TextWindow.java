// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.List;

/**
 * A window of a text that is too long for a model. Consecutive windows overlap by a quarter of
 * their tokens, so that content at the end of one window is complete in the next.
 *
 * @param from index of its first token
 * @param to index after its last token
 */
record TextWindow(int from, int to) {
  /** The inverse of the share of a window that overlaps with the previous window. */
  private static final int OVERLAP = 4;

  /**
   * Splits a text.
   *
   * @param tokens number of tokens of the text
   * @param maxTokens maximum number of tokens of a window, at least 1
   * @return at least one window
   */
  static List<TextWindow> split(int tokens, int maxTokens) {
    List<TextWindow> windows = new ArrayList<>();
    int step = Math.max(1, maxTokens - maxTokens / OVERLAP);
    for (int from = 0; from + maxTokens < tokens; from += step) {
      windows.add(new TextWindow(from, from + maxTokens));
    }
    // The last window is as long as the others: a short remainder would be read without its
    // context.
    windows.add(new TextWindow(Math.max(0, tokens - maxTokens), tokens));
    return windows;
  }

  int size() {
    return to - from;
  }
}
