// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** A number for each n-gram, in a hash table with linear probing; 0 for all others. */
final class NgramValues {
  private static final int INITIAL_CAPACITY = 1 << 12;

  /** 0 for free places. */
  private long[] ngrams = new long[INITIAL_CAPACITY];

  private float[] values = new float[INITIAL_CAPACITY];
  private int size;

  float get(long ngram) {
    return values[place(key(ngram))];
  }

  void add(long ngram, float value) {
    int place = insert(ngram);
    values[place] += value;
  }

  void raise(long ngram, float value) {
    int place = insert(ngram);
    values[place] = Math.max(values[place], value);
  }

  int size() {
    return size;
  }

  void forEach(LongConsumer ngram) {
    Arrays.stream(ngrams).filter(key -> key != 0).forEach(ngram);
  }

  private int insert(long ngram) {
    if (size * 4L > ngrams.length * 3L) {
      grow();
    }
    long key = key(ngram);
    int place = place(key);
    if (ngrams[place] == 0) {
      ngrams[place] = key;
      size++;
    }
    return place;
  }

  private void grow() {
    long[] oldNgrams = ngrams;
    float[] oldValues = values;
    ngrams = new long[oldNgrams.length * 2];
    values = new float[oldNgrams.length * 2];
    for (int i = 0; i < oldNgrams.length; i++) {
      if (oldNgrams[i] != 0) {
        int place = place(oldNgrams[i]);
        ngrams[place] = oldNgrams[i];
        values[place] = oldValues[i];
      }
    }
  }

  private int place(long key) {
    int place = (int) (key >>> 20) & (ngrams.length - 1);
    while (ngrams[place] != 0 && ngrams[place] != key) {
      place = (place + 1) & (ngrams.length - 1);
    }
    return place;
  }

  private static long key(long ngram) {
    return ngram == 0 ? 1 : ngram;
  }
}
