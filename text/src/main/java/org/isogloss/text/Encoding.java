// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text;

/**
 * One text, or a pair of texts, as a model reads them. All arrays have the length {@link #size()}.
 *
 * @param ids token ids, special tokens included
 * @param typeIds the segment of each token ("token type")
 * @param sequenceIds the text that each token comes from: {@link #FIRST}, {@link #SECOND} or {@link
 *     #SPECIAL}
 * @param starts for each token, the offset of its first character in its text, in UTF-16 units; 0
 *     for special tokens
 * @param ends for each token, the offset after its last character; 0 for special tokens
 */
public record Encoding(int[] ids, int[] typeIds, int[] sequenceIds, int[] starts, int[] ends) {
  public static final int SPECIAL = -1;
  public static final int FIRST = 0;
  public static final int SECOND = 1;

  public Encoding {
    if (typeIds.length != ids.length
        || sequenceIds.length != ids.length
        || starts.length != ids.length
        || ends.length != ids.length) {
      throw new IllegalArgumentException("the arrays of an encoding differ in length");
    }
  }

  public int size() {
    return ids.length;
  }
}
