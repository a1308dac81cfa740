// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;
import org.isogloss.text.TokenizedText;

/** Collects tokens, with or without their offsets. */
final class TokenBuffer {
  private static final int[] NO_OFFSETS = {};

  private int[] ids;
  private int[] starts;
  private int[] ends;
  private int size;

  private TokenBuffer(int capacity, boolean offsets) {
    ids = new int[capacity];
    starts = offsets ? new int[capacity] : NO_OFFSETS;
    ends = offsets ? new int[capacity] : NO_OFFSETS;
  }

  static TokenBuffer idsOnly(int textLength) {
    return new TokenBuffer(textLength / 3 + 8, false);
  }

  static TokenBuffer withOffsets(int textLength) {
    return new TokenBuffer(textLength / 3 + 8, true);
  }

  void add(int id, int start, int end) {
    if (size == ids.length) {
      grow();
    }
    ids[size] = id;
    if (starts.length > 0) {
      starts[size] = start;
      ends[size] = end;
    }
    size++;
  }

  /** Adds tokens to a buffer without offsets. */
  void addAll(int[] more) {
    while (size + more.length > ids.length) {
      grow();
    }
    System.arraycopy(more, 0, ids, size, more.length);
    size += more.length;
  }

  boolean hasOffsets() {
    return starts.length > 0;
  }

  private void grow() {
    int capacity = ids.length + ids.length / 2;
    ids = Arrays.copyOf(ids, capacity);
    if (starts.length > 0) {
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
  }

  int size() {
    return size;
  }

  /** Keeps only the first {@code count} tokens. */
  void truncate(int count) {
    size = count;
  }

  int[] ids() {
    return Arrays.copyOf(ids, size);
  }

  TokenizedText toTokenizedText() {
    return new TokenizedText(ids(), Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
  }
}
