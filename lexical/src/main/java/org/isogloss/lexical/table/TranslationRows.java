// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.util.Arrays;

/**
 * The translations of each word, most likely first; ties are in the order of words. Filled with
 * counts, then pruned and converted to probabilities.
 */
final class TranslationRows {
  private final int[] ends;
  private final int[] entryRows;
  private final long[] entries;
  private int size;
  private int[] words = new int[0];
  private float[] probabilities = new float[0];

  TranslationRows(int rows, int capacity) {
    ends = new int[rows];
    entries = new long[capacity];
    entryRows = new int[capacity];
  }

  /** Adds a translation that the row does not contain yet. */
  void add(int row, int word, int count) {
    entryRows[size] = row;
    // With negated counts, ascending order puts the highest count first, and ties in the order of
    // words.
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
      sorted[next[entryRows[n]]++] = entries[n];
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

  private int prune(long[] sorted, int from, int to, int offset, TablePruning pruning) {
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
      words[offset + n] = (int) sorted[from + n];
      probabilities[offset + n] = (float) (count(sorted[from + n]) / keptTotal);
    }
    return kept;
  }

  private static int count(long entry) {
    return -(int) (entry >> 32);
  }

  int size() {
    return size;
  }

  /** Returns the end of the translations of a row, exclusive. */
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
