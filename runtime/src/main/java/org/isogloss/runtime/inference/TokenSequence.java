// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import org.isogloss.text.Encoding;

/**
 * The input of a transformer: one text or two.
 *
 * @param ids token ids, including special tokens
 * @param segments the segment of each token, that is, the text to which it belongs
 */
public record TokenSequence(int[] ids, int[] segments) {
  public static TokenSequence of(Encoding encoding) {
    return new TokenSequence(encoding.ids(), encoding.typeIds());
  }

  public int length() {
    return ids.length;
  }
}
