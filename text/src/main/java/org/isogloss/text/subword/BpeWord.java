// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * A word during byte pair encoding: first its characters or bytes, then the tokens to which they
 * are merged. The pair with the lowest rank is merged first, the leftmost of equal ones.
 */
final class BpeWord {
  /** Up to this number of symbols, all pairs are compared; longer words have a queue of pairs. */
  private static final int SHORT = 48;

  private static final int END = -1;

  private int[] ids = new int[64];
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int size;

  /** Removes all symbols. */
  void clear() {
    size = 0;
  }

  /** Adds a symbol that stands for the characters {@code [start, end)} of the word. */
  void add(int id, int start, int end) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ids[size] = id;
    starts[size] = start;
    ends[size] = end;
    size++;
  }

  /** Extends the last symbol if it has the given id. */
  boolean extendLast(int id, int end) {
    if (size == 0 || ids[size - 1] != id) {
      return false;
    }
    ends[size - 1] = end;
    return true;
  }

  int size() {
    return size;
  }

  int[] ids() {
    return Arrays.copyOf(ids, size);
  }

  int[] starts() {
    return Arrays.copyOf(starts, size);
  }

  int[] ends() {
    return Arrays.copyOf(ends, size);
  }

  void merge(MergeTable merges) {
    if (size <= SHORT) {
      mergeShort(merges);
    } else {
      mergeLong(merges);
    }
  }

  private void mergeShort(MergeTable merges) {
    while (size > 1) {
      long best = Long.MAX_VALUE;
      int at = END;
      for (int i = 0; i + 1 < size; i++) {
        long merge = merges.find(ids[i], ids[i + 1]);
        if (merge != MergeTable.NONE && merge >>> Integer.SIZE < best) {
          best = merge >>> Integer.SIZE;
          at = i;
        }
      }
      if (at == END) {
        return;
      }
      ids[at] = MergeTable.token(merges.find(ids[at], ids[at + 1]));
      ends[at] = ends[at + 1];
      int rest = size - at - 2;
      System.arraycopy(ids, at + 2, ids, at + 1, rest);
      System.arraycopy(starts, at + 2, starts, at + 1, rest);
      System.arraycopy(ends, at + 2, ends, at + 1, rest);
      size--;
    }
  }

  /** A pair that could be merged when it was added. */
  private record Pair(int rank, int left, int merged) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int byRank = Integer.compare(rank, other.rank);
      return byRank == 0 ? Integer.compare(left, other.left) : byRank;
    }
  }

  private void mergeLong(MergeTable merges) {
    int[] previous = new int[size];
    int[] next = new int[size];
    for (int i = 0; i < size; i++) {
      previous[i] = i - 1;
      next[i] = i + 1 < size ? i + 1 : END;
    }
    PriorityQueue<Pair> queue = new PriorityQueue<>();
    for (int i = 0; i + 1 < size; i++) {
      addPair(queue, merges, i, i + 1);
    }
    boolean[] removed = new boolean[size];
    while (!queue.isEmpty()) {
      Pair pair = queue.remove();
      int left = pair.left();
      int right = removed[left] ? END : next[left];
      if (right == END) {
        continue;
      }
      long merge = merges.find(ids[left], ids[right]);
      if (merge == MergeTable.NONE || MergeTable.token(merge) != pair.merged()) {
        continue;
      }
      ids[left] = pair.merged();
      ends[left] = ends[right];
      removed[right] = true;
      next[left] = next[right];
      if (next[left] != END) {
        previous[next[left]] = left;
        addPair(queue, merges, left, next[left]);
      }
      if (previous[left] != END) {
        addPair(queue, merges, previous[left], left);
      }
    }
    int kept = 0;
    for (int i = 0; i != END; i = next[i]) {
      ids[kept] = ids[i];
      starts[kept] = starts[i];
      ends[kept] = ends[i];
      kept++;
    }
    size = kept;
  }

  private void addPair(PriorityQueue<Pair> queue, MergeTable merges, int left, int right) {
    long merge = merges.find(ids[left], ids[right]);
    if (merge != MergeTable.NONE) {
      queue.add(new Pair(MergeTable.rank(merge), left, MergeTable.token(merge)));
    }
  }
}
