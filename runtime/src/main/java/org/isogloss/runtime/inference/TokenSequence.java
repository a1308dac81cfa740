package org.isogloss.runtime.inference;

import org.isogloss.text.Encoding;

/**
 * What a transformer reads: a text, or two.
 *
 * @param ids numbers of pieces, special ones included
 * @param segments for each piece, which of two texts it is from
 */
public record TokenSequence(int[] ids, int[] segments) {
  public static TokenSequence of(Encoding encoding) {
    return new TokenSequence(encoding.ids(), encoding.typeIds());
  }

  public int length() {
    return ids.length;
  }
}
