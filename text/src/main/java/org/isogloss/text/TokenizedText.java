package org.isogloss.text;

import static java.util.Objects.requireNonNull;

/**
 * The pieces of one text, in order. Where a tokenizer takes one character apart (Hangul into its
 * letters), several pieces may have the same place.
 *
 * @param ids their numbers in the vocabulary
 * @param starts for each piece, the offset of its first character in the text, in UTF-16 units
 * @param ends for each piece, the offset behind its last character
 */
public record TokenizedText(int[] ids, int[] starts, int[] ends) {
  public TokenizedText {
    requireNonNull(ids, "ids is null");
    if (starts.length != ids.length || ends.length != ids.length) {
      throw new IllegalArgumentException(
          "not one place for each piece: "
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

  /** Where the piece at {@code index} lies in the text. */
  public Span span(int index) {
    return new Span(starts[index], ends[index]);
  }
}
