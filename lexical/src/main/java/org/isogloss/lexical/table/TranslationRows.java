package org.isogloss.lexical.table;

import java.util.Arrays;

/**
 * Translations of each word, most likely first; of equally likely ones the first in the order of
 * words. Filled with counts, then pruned to probabilities.
 */
final class TranslationRows {
  private final int[] ends;
  private final int[] rowsOf;
  private final long[] entries;
  private int size;
  private int[] words = new int[0];
  private float[] probabilities = new float[0];

  TranslationRows(int rows, int capacity) {
    ends = new int[rows];
    entries = new long[capacity];
    rowsOf = new int[capacity];
  }

  /** Adds what a row does not hold yet. */
  void add(int row, int word, int count) {
    rowsOf[size] = row;
    // Sorting ascending puts the highest count first, and of equal ones the first word.
    entries[size++] = ((long) -count << 32) | word;
    ends[row]++;
  }

  void prune(TablePruning pruning) {
    int[] starts = new int[ends.length + 1];
    for (int row = 0; row < ends.length; row++) {
      starts[row + 1] = starts[row] + ends[row];
    }
    long[] sorted = new long[size];
    int[] next = starts.clone();
    for (int n = 0; n < size; n++) {
      sorted[next[rowsOf[n]]++] = entries[n];
    }
    words = new int[size];
    probabilities = new float[size];
    int kept = 0;
    for (int row = 0; row < ends.length; row++) {
      Arrays.sort(sorted, starts[row], starts[row + 1]);
      kept += prune(sorted, starts[row], starts[row + 1], kept, pruning);
      ends[row] = kept;
    }
    size = kept;
  }

  private int prune(long[] sorted, int from, int to, int at, TablePruning pruning) {
    double total = 0;
    for (int n = from; n < to; n++) {
      total += count(sorted[n]);
    }
    int kept = 0;
    double keptTotal = 0;
    for (int n = from; n < to && kept < pruning.maxTranslations(); n++, kept++) {
      if (kept > 0 && count(sorted[n]) < pruning.minProbability() * total) {
        break;
      }
      keptTotal += count(sorted[n]);
    }
    for (int n = 0; n < kept; n++) {
      words[at + n] = (int) sorted[from + n];
      probabilities[at + n] = (float) (count(sorted[from + n]) / keptTotal);
    }
    return kept;
  }

  private static int count(long entry) {
    return -(int) (entry >> 32);
  }

  int size() {
    return size;
  }

  /** Behind the last translation of a row. */
  int end(int row) {
    return ends[row];
  }

  int word(int entry) {
    return words[entry];
  }

  float probability(int entry) {
    return probabilities[entry];
  }
}
