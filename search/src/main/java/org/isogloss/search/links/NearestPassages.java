// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.Arrays;
import java.util.BitSet;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.links.PassageVectors.Range;

/**
 * The nearest passages in another language, by comparing all pairs. Passages are given by their
 * numbers.
 */
final class NearestPassages {
  /** Number of passages that are compared with a candidate while their vectors are in the cache. */
  private static final int BLOCK = 64;

  private final PassageVectors vectors;
  private final Range passages;
  private final BitSet candidates;
  private final int depth;
  private final WorkerPool workers;
  private final int[][] nearest;
  private final float[][] cosines;

  /**
   * Prepares the search.
   *
   * @param passages the passages of a language
   * @param candidates the passages of the other language
   * @param depth maximum number of neighbours of a passage, 1 or more
   */
  NearestPassages(
      PassageVectors vectors, Range passages, BitSet candidates, int depth, WorkerPool workers) {
    this.vectors = vectors;
    this.passages = passages;
    this.candidates = candidates;
    this.depth = depth;
    this.workers = workers;
    this.nearest = new int[passages.size()][];
    this.cosines = new float[passages.size()][];
  }

  /** Finds the neighbours of those of some passages for which they are not known yet. */
  void find(BitSet wanted) {
    int[] missing = wanted.stream().filter(passage -> neighbours(passage) == null).toArray();
    workers.forEach(
        Math.ceilDiv(missing.length, BLOCK),
        1,
        block ->
            compare(
                Arrays.copyOfRange(
                    missing, block * BLOCK, Math.min((block + 1) * BLOCK, missing.length))));
  }

  private void compare(int[] block) {
    int[][] found = new int[block.length][depth];
    float[][] near = new float[block.length][depth];
    int count = 0;
    for (int other = candidates.nextSetBit(0);
        other >= 0;
        other = candidates.nextSetBit(other + 1)) {
      for (int i = 0; i < block.length; i++) {
        float cosine = vectors.cosine(block[i], other);
        if (count < depth || cosine > near[i][depth - 1]) {
          insert(found[i], near[i], count, other, cosine);
        }
      }
      count = Math.min(count + 1, depth);
    }
    for (int i = 0; i < block.length; i++) {
      nearest[block[i] - passages.from()] = Arrays.copyOf(found[i], count);
      cosines[block[i] - passages.from()] = Arrays.copyOf(near[i], count);
    }
  }

  /** Inserts a candidate; of equally near ones, the one with the lower number comes first. */
  private static void insert(int[] found, float[] near, int count, int other, float cosine) {
    int at = Math.min(count, found.length - 1);
    while (at > 0 && near[at - 1] < cosine) {
      near[at] = near[at - 1];
      found[at] = found[at - 1];
      at--;
    }
    near[at] = cosine;
    found[at] = other;
  }

  /** The neighbours of a passage, the nearest one first; null if they were not sought. */
  private int[] neighbours(int passage) {
    return nearest[passage - passages.from()];
  }

  /** The neighbours of some passages, whose neighbours are known. */
  BitSet neighboursOf(BitSet some) {
    BitSet all = new BitSet();
    some.stream().flatMap(passage -> Arrays.stream(neighbours(passage))).forEach(all::set);
    return all;
  }

  /** Number of neighbours of a passage. */
  int count(int passage) {
    return neighbours(passage).length;
  }

  /** A neighbour of a passage; the nearest one has rank 0. */
  int neighbour(int passage, int rank) {
    return neighbours(passage)[rank];
  }

  /** The cosine of a passage with a neighbour. */
  double cosine(int passage, int rank) {
    return cosines[passage - passages.from()][rank];
  }

  /** The mean cosine of a passage with its neighbours; 0 if it has none. */
  double meanCosine(int passage) {
    double sum = 0;
    for (float cosine : cosines[passage - passages.from()]) {
      sum += cosine;
    }
    return sum / Math.max(1, count(passage));
  }
}
