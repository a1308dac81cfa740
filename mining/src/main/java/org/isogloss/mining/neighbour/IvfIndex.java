// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.util.Arrays;

/**
 * An inverted file index: vectors partitioned by their nearest centroid.
 *
 * @param centroids centroids of the cells (spherical k-means), of unit length
 * @param invertedLists ids of the vectors in each cell
 * @param threads number of threads
 */
record IvfIndex(Int8Vectors centroids, InvertedLists invertedLists, int threads) {
  /**
   * Number of cells that are searched for each sentence; {@code performance/README.md} reports the
   * recall.
   */
  private static final int PROBED_LISTS = 128;

  /** Average number of sampled vectors per centroid. */
  private static final int SAMPLES_PER_CENTROID = 32;

  private static final int MAX_SAMPLE_SIZE = 1 << 18;
  private static final int KMEANS_ITERATIONS = 8;

  /** The ids of the vectors in each list, stored contiguously, list after list. */
  record InvertedLists(int[] vectorIds, int[] offsets) {
    /**
     * Assigns each vector to the lists of its nearest centroids.
     *
     * @param lists the nearest centroids of each vector
     * @param listCount number of inverted lists
     * @param first id of the first vector
     */
    static InvertedLists of(TopKLists lists, int listCount, int first) {
      int[] starts = new int[listCount + 1];
      for (int cell : lists.candidates()) {
        starts[cell + 1]++;
      }
      Arrays.parallelPrefix(starts, Integer::sum);
      int[] next = starts.clone();
      int[] members = new int[starts[listCount]];
      for (int i = 0; i < members.length; i++) {
        members[next[lists.candidates()[i]]++] = first + i / lists.depth();
      }
      return new InvertedLists(members, starts);
    }

    BlockComparison.VectorIds list(int cell) {
      return new BlockComparison.VectorIds(vectorIds, offsets[cell], offsets[cell + 1]);
    }
  }

  /**
   * Builds the index of vectors.
   *
   * @param vectors one or more vectors
   * @param threads number of threads
   */
  static IvfIndex of(Int8Vectors vectors, int threads) {
    // A quarter of the number at which finding cells costs as much as searching them, because
    // large blocks are multiplied faster.
    double target = Math.sqrt((double) vectors.size() * PROBED_LISTS) / 4;
    int count = Math.clamp((long) target, 1, vectors.size());
    Int8Vectors centroids = centroids(vectors, count, threads);
    TopKLists nearest =
        BidirectionalNeighbours.findExact(vectors, centroids, 1, threads).forward().lists();
    return new IvfIndex(centroids, InvertedLists.of(nearest, count, 0), threads);
  }

  private static Int8Vectors centroids(Int8Vectors vectors, int count, int threads) {
    int size =
        Math.clamp((long) SAMPLES_PER_CENTROID * count, count, Math.max(count, MAX_SAMPLE_SIZE));
    Int8Vectors sample = vectors.sample(Math.min(size, vectors.size()));
    Int8Vectors centroids = sample.sample(count);
    for (int round = 0; round < KMEANS_ITERATIONS; round++) {
      TopKLists nearest =
          BidirectionalNeighbours.findExact(sample, centroids, 1, threads).forward().lists();
      centroids = means(sample, InvertedLists.of(nearest, count, 0), centroids);
    }
    return centroids;
  }

  /** Returns the mean of each cell, of unit length; an empty cell keeps its previous centroid. */
  private static Int8Vectors means(Int8Vectors vectors, InvertedLists cells, Int8Vectors previous) {
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
      normalize(means[cell]);
    }
    return Int8Vectors.of(means);
  }

  private static void normalize(float[] vector) {
    double squares = 0;
    for (float component : vector) {
      squares += component * component;
    }
    for (int d = 0; d < vector.length && squares > 0; d++) {
      vector[d] /= (float) Math.sqrt(squares);
    }
  }

  int count() {
    return centroids.size();
  }

  /**
   * Finds the nearest cells of other vectors, and returns the vectors to compare with each cell.
   *
   * @param others the vectors
   * @param first id of the first of these vectors
   */
  InvertedLists probe(Int8Vectors others, int first) {
    int probes = Math.min(PROBED_LISTS, count());
    TopKLists nearest =
        BidirectionalNeighbours.findExact(others, centroids, probes, threads).forward().lists();
    return InvertedLists.of(nearest, count(), first);
  }
}
