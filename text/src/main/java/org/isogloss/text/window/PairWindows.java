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
   * @param maxFirst maximum number of its tokens; a longer one is truncated
   * @param maxLength maximum number of tokens of an input, with special tokens
   * @throws IsoglossException if this leaves no room for a token of the long text
   */
  public PairWindows(SpecialTokens special, TokenizedText first, int maxFirst, int maxLength) {
    this.special = requireNonNull(special, "special is null");
    this.maxLength = maxLength;
    this.first = first.part(0, Math.min(first.size(), Math.max(0, maxFirst)));
    this.maxSecond = available(special, maxLength) - this.first.size();
    if (maxSecond < 1) {
      throw new IsoglossException(
          "the maximum length of "
              + maxLength
              + " tokens leaves no room for a text beside the first "
              + this.first.size()
              + " tokens of the other one");
    }
  }

  /**
   * Prepares the input for a short text that uses at most half of the tokens, as {@link
   * SpecialTokens#addTo(TokenizedText, TokenizedText, int)} truncates a pair.
   */
  public static PairWindows ofHalves(SpecialTokens special, TokenizedText first, int maxLength) {
    return new PairWindows(special, first, available(special, maxLength) / 2, maxLength);
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
