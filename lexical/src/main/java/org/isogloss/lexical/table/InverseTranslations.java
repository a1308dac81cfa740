package org.isogloss.lexical.table;

/**
 * The translations of one side of a table by what they are instead of by what they translate. They
 * are only in the file the other way round, so they take eight bytes of heap each.
 */
final class InverseTranslations {
  private final int[] ends;
  private final int[] rows;
  private final int[] entries;

  /**
   * Goes through a side of a table once.
   *
   * @param side whose translations are sorted
   * @param words how many words the other side has, of which they are
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
        int at = ends[side.translation(entry)]++;
        rows[at] = row;
        entries[at] = entry;
      }
    }
  }

  /** Where the entries of a word begin. */
  int start(int word) {
    return word == 0 ? 0 : ends[word - 1];
  }

  /** Behind the last entry of a word. */
  int end(int word) {
    return ends[word];
  }

  /** The number of the word that has this one as a translation. */
  int sourceWord(int at) {
    return rows[at];
  }

  /** The entry of the side, which has the probability. */
  int entry(int at) {
    return entries[at];
  }
}
