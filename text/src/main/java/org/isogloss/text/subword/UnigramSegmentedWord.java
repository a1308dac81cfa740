// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/**
 * A word and its tokens. Offsets in the word count the mark before it, if it has one, as one
 * character.
 *
 * @param marked whether a mark precedes the letters
 * @param starts for each token, its start offset in the word
 * @param ends for each token, its end offset in the word
 */
record UnigramSegmentedWord(char[] letters, boolean marked, int[] ids, int[] starts, int[] ends) {
  /** A word that has not been segmented. */
  static final UnigramSegmentedWord UNSEGMENTED =
      new UnigramSegmentedWord(new char[0], false, new int[0], new int[0], new int[0]);
}
