// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.Arrays;
import java.util.List;

/**
 * The rows of the input matrix that belong to each word: its own one, which is its number in the
 * vocabulary, and those of its n-grams. fastText allocates a row for each bucket; here only buckets
 * with an n-gram of the vocabulary have one, because the others are never trained.
 */
final class SubwordIndex {
  private static final int NONE = -1;

  private final SubwordNgrams ngrams;
  private final int[] rowOfBucket;
  private final int[] rows;
  private final int[] starts;
  private final int rowCount;

  private SubwordIndex(
      SubwordNgrams ngrams, int[] rowOfBucket, int[] rows, int[] starts, int rowCount) {
    this.ngrams = ngrams;
    this.rowOfBucket = rowOfBucket;
    this.rows = rows;
    this.starts = starts;
    this.rowCount = rowCount;
  }

  static SubwordIndex of(List<String> words, SubwordNgrams ngrams) {
    int[] rowOfBucket = new int[ngrams.maxLength() == 0 ? 0 : ngrams.buckets()];
    Arrays.fill(rowOfBucket, NONE);
    int[] rows = new int[16 * words.size()];
    int[] starts = new int[words.size() + 1];
    int rowCount = words.size();
    int at = 0;
    for (int word = 0; word < words.size(); word++) {
      int[] buckets = ngrams.buckets(words.get(word));
      int required = Math.addExact(at, buckets.length + 1);
      if (required > rows.length) {
        rows = Arrays.copyOf(rows, (int) Math.min(Integer.MAX_VALUE - 8, 2L * required));
      }
      rows[at++] = word;
      for (int bucket : buckets) {
        if (rowOfBucket[bucket] == NONE) {
          rowOfBucket[bucket] = rowCount++;
        }
        rows[at++] = rowOfBucket[bucket];
      }
      starts[word + 1] = at;
    }
    return new SubwordIndex(ngrams, rowOfBucket, Arrays.copyOf(rows, at), starts, rowCount);
  }

  /** Returns the number of words and of buckets with n-grams of these words. */
  int rowCount() {
    return rowCount;
  }

  /** Returns the rows of all words; those of a word are between {@link #start} and {@link #end}. */
  int[] rows() {
    return rows;
  }

  int start(int word) {
    return starts[word];
  }

  int end(int word) {
    return starts[word + 1];
  }

  /** Returns the rows of the n-grams of any word, without those that no word of the text has. */
  int[] ngramRows(String word) {
    return Arrays.stream(ngrams.buckets(word))
        .map(bucket -> rowOfBucket[bucket])
        .filter(row -> row != NONE)
        .toArray();
  }
}
