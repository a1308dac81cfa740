// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import java.util.ArrayList;
import java.util.List;

/**
 * A window of a text that is too long for a model. Consecutive windows overlap, so that content at
 * the end of one window is complete in the next.
 *
 * @param from index of its first token
 * @param to index after its last token
 */
public record TextWindow(int from, int to) {
  /** The inverse of the share of a window that overlaps with the previous window by default. */
  private static final int OVERLAP = 4;

  /**
   * Splits a text into windows that overlap by a quarter of their tokens.
   *
   * @param tokens number of tokens of the text
   * @param maxTokens maximum number of tokens of a window, at least 1
   * @return at least one window
   */
  public static List<TextWindow> split(int tokens, int maxTokens) {
    return split(tokens, maxTokens, Math.max(1, maxTokens - maxTokens / OVERLAP));
  }

  /**
   * Splits a text.
   *
   * @param tokens number of tokens of the text
   * @param maxTokens maximum number of tokens of a window, at least 1
   * @param stride number of tokens from the start of a window to the start of the next, 1 to {@code
   *     maxTokens}
   * @return at least one window
   */
  public static List<TextWindow> split(int tokens, int maxTokens, int stride) {
    if (stride < 1 || stride > maxTokens) {
      throw new IllegalArgumentException(
          "the stride is " + stride + ", expected 1 to the size of a window, " + maxTokens);
    }
    List<TextWindow> windows = new ArrayList<>();
    for (int from = 0; from + maxTokens < tokens; from += stride) {
      windows.add(new TextWindow(from, from + maxTokens));
    }
    // The last window is as long as the others: a short remainder would be read without its
    // context.
    windows.add(new TextWindow(Math.max(0, tokens - maxTokens), tokens));
    return windows;
  }

  /** Number of tokens. */
  public int size() {
    return to - from;
  }
}
