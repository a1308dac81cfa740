// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import org.isogloss.core.util.UnitVectors;

/**
 * Centroids by which vectors are partitioned into cells. Similar vectors are likely to be in the
 * same cell.
 */
public final class CellCentroids {
  /** Average number of sampled vectors per centroid. */
  private static final int SAMPLES_PER_CENTROID = 32;

  private static final int MAX_SAMPLE_SIZE = 1 << 18;
  private static final int KMEANS_ITERATIONS = 8;

  private CellCentroids() {}

  /** Number of vectors that {@link #train} uses at most. */
  public static int sampleSize(int count) {
    return Math.clamp((long) SAMPLES_PER_CENTROID * count, count, Math.max(count, MAX_SAMPLE_SIZE));
  }

  /**
   * Computes centroids by spherical k-means on a sample of the vectors.
   *
   * @param vectors at least as many vectors as centroids
   * @param count number of centroids, 1 or more
   * @param threads number of threads
   * @return centroids of unit length
   */
  public static Int8Vectors train(Int8Vectors vectors, int count, int threads) {
    Int8Vectors sample = vectors.sample(Math.min(sampleSize(count), vectors.size()));
    Int8Vectors centroids = sample.sample(count);
    for (int round = 0; round < KMEANS_ITERATIONS; round++) {
      TopKLists nearest =
          BidirectionalNeighbours.findExact(sample, centroids, 1, threads).forward().lists();
      centroids = means(sample, IvfIndex.InvertedLists.of(nearest, count, 0), centroids);
    }
    return centroids;
  }

  /** Returns the mean of each cell, of unit length; an empty cell keeps its previous centroid. */
  private static Int8Vectors means(
      Int8Vectors vectors, IvfIndex.InvertedLists cells, Int8Vectors previous) {
    float[][] means = new float[previous.size()][vectors.dimension()];
    byte[] row = new byte[vectors.dimension()];
    for (int cell = 0; cell < means.length; cell++) {
      BlockComparison.VectorIds members = cells.list(cell);
      for (int i = 0; i < Math.max(members.count(), 1); i++) {
        if (members.count() == 0) {
          previous.row(cell, row, 0);
        } else {
          vectors.row(members.at(i), row, 0);
        }
        for (int d = 0; d < row.length; d++) {
          means[cell][d] += row[d];
        }
      }
      UnitVectors.normalize(means[cell]);
    }
    return Int8Vectors.of(means);
  }
}
