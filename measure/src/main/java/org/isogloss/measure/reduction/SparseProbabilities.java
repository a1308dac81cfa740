// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * Joint probabilities of pairs of vectors of which one is among the nearest neighbours of the
 * other, {@code p_ij = (p_j|i + p_i|j) / 2n}; those of all other pairs are 0 (van der Maaten 2014,
 * section 3).
 *
 * @param indices the columns of each row in ascending order
 * @param values {@code float[n][]}, of the columns of {@code indices}
 */
record SparseProbabilities(int[][] indices, float[][] values) {
  /** Computes the probabilities with a perplexity of at most the number of neighbours. */
  static SparseProbabilities of(Neighbours neighbours, double perplexity, WorkerPool pool) {
    int size = neighbours.indices().length;
    double[][] conditional = neighbours.distances();
    pool.forEach(size, 64, i -> PerplexitySearch.toProbabilities(conditional[i], perplexity));
    int[] counts = new int[size];
    for (int[] row : neighbours.indices()) {
      for (int j : row) {
        counts[j]++;
      }
    }
    int[][] sources = new int[size][];
    double[][] reverse = new double[size][];
    Arrays.setAll(sources, i -> new int[counts[i]]);
    Arrays.setAll(reverse, i -> new double[counts[i]]);
    Arrays.fill(counts, 0);
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < conditional[i].length; k++) {
        int j = neighbours.indices()[i][k];
        sources[j][counts[j]] = i;
        reverse[j][counts[j]++] = conditional[i][k];
      }
    }
    SparseProbabilities joint = new SparseProbabilities(new int[size][], new float[size][]);
    pool.forEach(
        size,
        64,
        i -> joint.merge(i, neighbours.indices()[i], conditional[i], sources[i], reverse[i]));
    return joint;
  }

  /** Merges two ascending lists into a row. */
  private void merge(
      int row, int[] columns, double[] conditional, int[] sources, double[] reverse) {
    int[] merged = new int[columns.length + sources.length];
    float[] joint = new float[merged.length];
    double factor = 1 / (2.0 * indices.length);
    int count = 0;
    int a = 0;
    int b = 0;
    while (a < columns.length || b < sources.length) {
      int column = a < columns.length ? columns[a] : Integer.MAX_VALUE;
      int source = b < sources.length ? sources[b] : Integer.MAX_VALUE;
      double sum = column <= source ? conditional[a++] : 0;
      sum += source <= column ? reverse[b++] : 0;
      merged[count] = Math.min(column, source);
      joint[count++] = (float) (sum * factor);
    }
    indices[row] = Arrays.copyOf(merged, count);
    values[row] = Arrays.copyOf(joint, count);
  }
}
