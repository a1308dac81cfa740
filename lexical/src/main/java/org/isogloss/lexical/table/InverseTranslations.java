// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

/**
 * An inverted index of one side of a table: for each translation, the words that have it. It is not
 * in the file, so it needs eight bytes of heap per translation.
 */
final class InverseTranslations {
  private final int[] ends;
  private final int[] rows;
  private final int[] entries;

  /**
   * Builds the index in one pass over a side of a table.
   *
   * @param side the side to invert
   * @param words number of words of the other side
   */
  InverseTranslations(TableSide side, int words) {
    int[] starts = new int[words + 1];
    for (int entry = 0; entry < side.translationCount(); entry++) {
      starts[side.translation(entry) + 1]++;
    }
    for (int word = 0; word < words; word++) {
      starts[word + 1] += starts[word];
    }
    ends = new int[words];
    System.arraycopy(starts, 0, ends, 0, words);
    rows = new int[side.translationCount()];
    entries = new int[side.translationCount()];
    for (int row = 0; row < side.size(); row++) {
      for (int entry = side.rowStart(row); entry < side.rowEnd(row); entry++) {
        int index = ends[side.translation(entry)]++;
        rows[index] = row;
        entries[index] = entry;
      }
    }
  }

  /** Returns the first entry of a word. */
  int start(int word) {
    return word == 0 ? 0 : ends[word - 1];
  }

  /** Returns the end of the entries of a word, exclusive. */
  int end(int word) {
    return ends[word];
  }

  /** Returns the number of the word that has the translation. */
  int sourceWord(int index) {
    return rows[index];
  }

  /** Returns the entry of the side, which has the probability. */
  int entry(int index) {
    return entries[index];
  }
}
