// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.isogloss.core.Span;

/**
 * The tokens of one text, in order. If a tokenizer decomposes a character (a Hangul syllable into
 * its letters), several tokens may have the same offsets.
 *
 * @param ids the token ids
 * @param starts for each token, the offset of its first character in the text, in UTF-16 units
 * @param ends for each token, the offset after its last character
 */
public record TokenizedText(int[] ids, int[] starts, int[] ends) {
  public TokenizedText {
    requireNonNull(ids, "ids is null");
    if (starts.length != ids.length || ends.length != ids.length) {
      throw new IllegalArgumentException(
          "expected one start and one end for each token: "
              + ids.length
              + " ids, "
              + starts.length
              + " starts, "
              + ends.length
              + " ends");
    }
  }

  public int size() {
    return ids.length;
  }

  /** The tokens from the index {@code from} to the one before {@code to}. */
  public TokenizedText part(int from, int to) {
    return new TokenizedText(
        Arrays.copyOfRange(ids, from, to),
        Arrays.copyOfRange(starts, from, to),
        Arrays.copyOfRange(ends, from, to));
  }

  /** The range of the text that the token at {@code index} covers. */
  public Span span(int index) {
    return new Span(starts[index], ends[index]);
  }
}
