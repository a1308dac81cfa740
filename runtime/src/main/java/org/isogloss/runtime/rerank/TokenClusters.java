// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Arrays;
import java.util.Comparator;
import org.isogloss.core.util.DotProducts;
import org.isogloss.core.util.UnitVectors;

/**
 * Clusters of the similar tokens of a passage, which share the mean of their vectors (Clavié,
 * Chaffin and Adams, "Reducing the Footprint of Multi-Vector Retrieval with Minimal Performance
 * Impact via Token Pooling", 2024): agglomerative clustering by Ward's criterion, with the chain of
 * nearest neighbours (Murtagh 1983), in blocks of {@value #BLOCK} tokens, which bounds time and
 * memory.
 *
 * @param labels the cluster of each token; clusters are numbered by their first token
 * @param units the direction of the mean of each cluster, a vector of unit length, {@code
 *     [clusters, dimension]}; zeros if the vectors of its tokens cancel each other
 * @param lengths the length of the mean of each cluster, at most 1
 */
record TokenClusters(int[] labels, float[] units, float[] lengths) {
  /** Number of consecutive tokens that are clustered together. */
  static final int BLOCK = 256;

  /** A cluster of two clusters, which are named by one of their tokens. */
  private record Merge(int first, int second, float height) {}

  /**
   * Clusters tokens.
   *
   * @param units a vector of unit length for each token, {@code [tokens, dimension]}
   * @param tokensPerCluster mean number of tokens in a cluster, 1 or more; the number of clusters
   *     of a block is rounded up
   */
  static TokenClusters of(float[] units, int dimension, int tokensPerCluster) {
    int size = units.length / dimension;
    int[] labels = new int[size];
    int count = 0;
    for (int from = 0; from < size; from += BLOCK) {
      int length = Math.min(BLOCK, size - from);
      int clusters = Math.ceilDiv(length, tokensPerCluster);
      int[] found = cluster(units, dimension, from, length, clusters);
      for (int i = 0; i < length; i++) {
        labels[from + i] = count + found[i];
      }
      count += clusters;
    }
    float[] sums = new float[count * dimension];
    int[] sizes = new int[count];
    for (int token = 0; token < size; token++) {
      sizes[labels[token]]++;
      for (int i = 0; i < dimension; i++) {
        sums[labels[token] * dimension + i] += units[token * dimension + i];
      }
    }
    float[] lengths = new float[count];
    for (int cluster = 0; cluster < count; cluster++) {
      int from = cluster * dimension;
      lengths[cluster] = length(sums, from, dimension) / sizes[cluster];
      UnitVectors.normalize(sums, from, from + dimension);
    }
    return new TokenClusters(labels, sums, lengths);
  }

  private static float length(float[] values, int from, int count) {
    double squares = 0;
    for (int i = from; i < from + count; i++) {
      squares += (double) values[i] * values[i];
    }
    return (float) Math.sqrt(squares);
  }

  /** Returns the cluster of each token of a block. */
  private static int[] cluster(float[] units, int dimension, int from, int size, int clusters) {
    Merge[] merges = merges(squaredDistances(units, dimension, from, size));
    Arrays.sort(merges, Comparator.comparingDouble(Merge::height));
    int[] parents = new int[size];
    Arrays.setAll(parents, token -> token);
    for (Merge merge : Arrays.asList(merges).subList(0, size - clusters)) {
      parents[root(parents, merge.second)] = root(parents, merge.first);
    }
    int[] labels = new int[size];
    int[] labelOfRoot = new int[size];
    int next = 0;
    for (int token = 0; token < size; token++) {
      int root = root(parents, token);
      if (labelOfRoot[root] == 0) {
        labelOfRoot[root] = ++next;
      }
      labels[token] = labelOfRoot[root] - 1;
    }
    return labels;
  }

  private static int root(int[] parents, int token) {
    int root = token;
    while (parents[root] != root) {
      root = parents[root];
    }
    return root;
  }

  private static float[][] squaredDistances(float[] units, int dimension, int from, int size) {
    float[][] rows = new float[size][];
    for (int i = 0; i < size; i++) {
      int at = (from + i) * dimension;
      rows[i] = Arrays.copyOfRange(units, at, at + dimension);
    }
    float[][] distances = new float[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        float distance = Math.max(0, 2 - 2 * DotProducts.inSinglePrecision(rows[i], rows[j]));
        distances[i][j] = distance;
        distances[j][i] = distance;
      }
    }
    return distances;
  }

  /**
   * Returns all merges, those of a cluster after those of its parts.
   *
   * @param distances between the tokens; overwritten
   */
  private static Merge[] merges(float[][] distances) {
    int size = distances.length;
    int[] sizes = new int[size];
    Arrays.fill(sizes, 1);
    Merge[] merges = new Merge[size - 1];
    int[] chain = new int[size + 1];
    int length = 0;
    int first = 0;
    for (int done = 0; done < merges.length; ) {
      if (length == 0) {
        while (sizes[first] == 0) {
          first++;
        }
        chain[length++] = first;
      }
      int last = chain[length - 1];
      int before = length > 1 ? chain[length - 2] : -1;
      int nearest = nearest(distances[last], sizes, last, before);
      if (nearest == before) {
        length -= 2;
        merges[done++] = merge(distances, sizes, before, last);
      } else {
        chain[length++] = nearest;
      }
    }
    return merges;
  }

  /** Returns the nearest cluster; the one before in the chain if another is as near. */
  private static int nearest(float[] distances, int[] sizes, int cluster, int before) {
    int nearest = before;
    float least = before < 0 ? Float.POSITIVE_INFINITY : distances[before];
    for (int other = 0; other < sizes.length; other++) {
      boolean isOther = sizes[other] > 0 && other != cluster;
      if (isOther && (nearest < 0 || distances[other] < least)) {
        least = distances[other];
        nearest = other;
      }
    }
    return nearest;
  }

  /** Merges a cluster into another one, and updates the distances (Lance and Williams 1967). */
  private static Merge merge(float[][] distances, int[] sizes, int into, int merged) {
    float height = distances[into][merged];
    for (int other = 0; other < sizes.length; other++) {
      if (sizes[other] > 0 && other != into && other != merged) {
        float distance =
            ((sizes[into] + sizes[other]) * distances[into][other]
                    + (sizes[merged] + sizes[other]) * distances[merged][other]
                    - sizes[other] * height)
                / (sizes[into] + sizes[merged] + sizes[other]);
        distances[into][other] = distance;
        distances[other][into] = distance;
      }
    }
    sizes[into] += sizes[merged];
    sizes[merged] = 0;
    return new Merge(into, merged, height);
  }
}
