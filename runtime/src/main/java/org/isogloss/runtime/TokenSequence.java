package org.isogloss.runtime;

import org.isogloss.text.Encoding;

/**
 * What a transformer reads: a text, or two.
 *
 * @param ids numbers of pieces, special ones included
 * @param segments for each piece, which of two texts it is from
 */
record TokenSequence(int[] ids, int[] segments) {
  static TokenSequence of(Encoding encoding) {
    return new TokenSequence(encoding.ids(), encoding.typeIds());
  }

  int length() {
    return ids.length;
  }
}
