package org.isogloss.text;

import java.util.Arrays;

/** Collects pieces, with or without their places. */
final class PieceBuffer {
  private static final int[] NO_PLACES = {};

  private int[] ids;
  private int[] starts;
  private int[] ends;
  private int size;

  private PieceBuffer(int capacity, boolean places) {
    ids = new int[capacity];
    starts = places ? new int[capacity] : NO_PLACES;
    ends = places ? new int[capacity] : NO_PLACES;
  }

  static PieceBuffer ofIds(int textLength) {
    return new PieceBuffer(textLength / 3 + 8, false);
  }

  static PieceBuffer withPlaces(int textLength) {
    return new PieceBuffer(textLength / 3 + 8, true);
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

  boolean hasPlaces() {
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
  void cut(int count) {
    size = count;
  }

  int[] ids() {
    return Arrays.copyOf(ids, size);
  }

  Pieces pieces() {
    return new Pieces(ids(), Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
  }
}
