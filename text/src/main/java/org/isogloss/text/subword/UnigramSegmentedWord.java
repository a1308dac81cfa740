package org.isogloss.text.subword;

/**
 * A word and its pieces. Places in it count the mark before it, if it has one, as one character.
 *
 * @param marked whether a mark goes before the letters
 * @param starts where in the word each piece starts
 * @param ends where in the word each piece ends
 */
record UnigramSegmentedWord(char[] letters, boolean marked, int[] ids, int[] starts, int[] ends) {
  /** A word that was not cut. */
  static final UnigramSegmentedWord UNSEGMENTED =
      new UnigramSegmentedWord(new char[0], false, new int[0], new int[0], new int[0]);
}
