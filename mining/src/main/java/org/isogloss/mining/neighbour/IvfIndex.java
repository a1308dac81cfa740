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
    Int8Vectors centroids = CellCentroids.train(vectors, count, threads);
    TopKLists nearest =
        BidirectionalNeighbours.findExact(vectors, centroids, 1, threads).forward().lists();
    return new IvfIndex(centroids, InvertedLists.of(nearest, count, 0), threads);
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
