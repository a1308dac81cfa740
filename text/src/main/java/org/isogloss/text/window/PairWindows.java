// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;

/**
 * The input of a model that reads a short text, such as a question, together with a long one, which
 * is read in {@linkplain TextWindow windows}.
 */
public final class PairWindows {
  private final SpecialTokens special;
  private final TokenizedText first;
  private final int maxLength;
  private final int maxSecond;

  /**
   * Prepares the input for one short text and any number of long ones.
   *
   * @param first the tokens of the short text
   * @param maxFirst maximum number of its tokens, but at most half of those that an input has room
   *     for; a longer one is truncated
   * @param maxLength maximum number of tokens of an input, with special tokens
   * @throws IsoglossException if this leaves no room for text
   */
  public PairWindows(SpecialTokens special, TokenizedText first, int maxFirst, int maxLength) {
    this.special = requireNonNull(special, "special is null");
    this.maxLength = maxLength;
    int available = available(special, maxLength);
    if (available < 1) {
      throw new IsoglossException(
          "the maximum length of " + maxLength + " tokens leaves no room for a pair of texts");
    }
    this.first = first.part(0, Math.min(first.size(), Math.min(maxFirst, available / 2)));
    this.maxSecond = available - this.first.size();
  }

  /** Prepares the input for a short text that is truncated only to half of the tokens. */
  public static PairWindows ofHalves(SpecialTokens special, TokenizedText first, int maxLength) {
    return new PairWindows(special, first, Integer.MAX_VALUE, maxLength);
  }

  private static int available(SpecialTokens special, int maxLength) {
    return maxLength
        - special.prefix().length
        - special.separator().length
        - special.suffix().length;
  }

  /** Returns the inputs for a long text, at least one; windows overlap by a quarter. */
  public List<Encoding> of(TokenizedText second) {
    return encodings(second, TextWindow.split(second.size(), maxSecond));
  }

  /**
   * Returns the inputs for a long text, at least one.
   *
   * @param stride number of tokens from the start of a window to that of the next, 1 or more; less
   *     if the windows are shorter
   */
  public List<Encoding> of(TokenizedText second, int stride) {
    return encodings(
        second, TextWindow.split(second.size(), maxSecond, Math.min(stride, maxSecond)));
  }

  private List<Encoding> encodings(TokenizedText second, List<TextWindow> windows) {
    return windows.stream()
        .map(window -> special.addTo(first, second.part(window.from(), window.to()), maxLength))
        .toList();
  }
}
