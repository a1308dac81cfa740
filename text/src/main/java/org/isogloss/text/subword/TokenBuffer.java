package org.isogloss.text.subword;

import java.util.Arrays;
import org.isogloss.text.TokenizedText;

/** Collects pieces, with or without their places. */
final class TokenBuffer {
  private static final int[] NO_PLACES = {};

  private int[] ids;
  private int[] starts;
  private int[] ends;
  private int size;

  private TokenBuffer(int capacity, boolean places) {
    ids = new int[capacity];
    starts = places ? new int[capacity] : NO_PLACES;
    ends = places ? new int[capacity] : NO_PLACES;
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

  /** Adds pieces whose places nobody wants. */
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

  /** Forgets all but the first {@code count} pieces. */
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
