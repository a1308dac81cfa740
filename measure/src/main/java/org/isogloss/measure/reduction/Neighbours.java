// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.stream.IntStream;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The nearest other vectors of each vector by exact search, each list in the order of the numbers
 * of the neighbours. Of equally distant vectors, those with lower numbers are neighbours.
 *
 * @param indices {@code [n, k]}
 * @param distances squared Euclidean distances, {@code [n, k]}
 */
record Neighbours(int[][] indices, double[][] distances) {
  /** Number of vectors whose distances are computed at a time. */
  private static final int ROWS = 32;

  /**
   * Finds neighbours.
   *
   * @param k from 1 to the number of vectors less 1
   */
  static Neighbours find(SquaredDistances all, int k, WorkerPool pool) {
    int size = all.size();
    Neighbours neighbours = new Neighbours(new int[size][k], new double[size][k]);
    pool.forEach(
        (size + ROWS - 1) / ROWS,
        1,
        () -> new float[ROWS][size],
        (rows, block) -> {
          int from = block * ROWS;
          all.compute(from, rows);
          for (int i = from; i < Math.min(from + ROWS, size); i++) {
            neighbours.select(i, rows[i - from]);
          }
        });
    return neighbours;
  }

  /** Selects the nearest with a heap whose root is the most distant one. */
  private void select(int self, float[] row) {
    int k = indices[self].length;
    int[] heap = new int[k];
    int filled = 0;
    for (int j = 0; j < row.length; j++) {
      if (j == self) {
        continue;
      }
      if (filled < k) {
        heap[filled++] = j;
        if (filled == k) {
          for (int root = k / 2 - 1; root >= 0; root--) {
            siftDown(heap, root, row);
          }
        }
      } else if (row[j] < row[heap[0]]) {
        heap[0] = j;
        siftDown(heap, 0, row);
      }
    }
    indices[self] = IntStream.of(heap).sorted().toArray();
    for (int i = 0; i < k; i++) {
      distances[self][i] = row[indices[self][i]];
    }
  }

  private static void siftDown(int[] heap, int root, float[] row) {
    int moved = heap[root];
    int at = root;
    while (2 * at + 1 < heap.length) {
      int child = 2 * at + 1;
      if (child + 1 < heap.length && isFarther(heap[child + 1], heap[child], row)) {
        child++;
      }
      if (!isFarther(heap[child], moved, row)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
  }

  private static boolean isFarther(int first, int second, float[] row) {
    return row[first] > row[second] || (row[first] == row[second] && first > second);
  }
}
