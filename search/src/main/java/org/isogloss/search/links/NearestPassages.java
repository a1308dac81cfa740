// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.links.PassageVectors.Range;

/**
 * The nearest passages in another language, by comparing all pairs. Passages are given by their
 * numbers.
 */
final class NearestPassages {
  /** Number of passages that are compared with a candidate while their vectors are in the cache. */
  private static final int BLOCK = 64;

  private static final Neighbours[] NONE = {};

  private final PassageVectors vectors;
  private final Range passages;
  private final BitSet candidates;
  private final int depth;
  private final WorkerPool workers;

  /** The neighbours of each passage; null if they were not sought. */
  private final Neighbours[] nearest;

  /** The nearest passages that were offered, in ascending order of their numbers. */
  private static final class Neighbours {
    private final int[] passages;
    private final float[] cosines;
    private int count;

    Neighbours(int depth) {
      passages = new int[depth];
      cosines = new float[depth];
    }

    /** Of equally near passages, the one that is offered first is nearer. */
    void offer(int passage, float cosine) {
      if (count < passages.length) {
        count++;
      } else if (!(cosine > cosines[count - 1])) {
        return;
      }
      int at = count - 1;
      while (at > 0 && cosines[at - 1] < cosine) {
        cosines[at] = cosines[at - 1];
        passages[at] = passages[at - 1];
        at--;
      }
      cosines[at] = cosine;
      passages[at] = passage;
    }
  }

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
    this.nearest = new Neighbours[passages.size()];
  }

  /** Whether these are all passages among which neighbours are sought. */
  boolean hasCandidates(BitSet all) {
    return candidates.equals(all);
  }

  /** Finds the neighbours of those of some passages for which they are not known yet. */
  void find(BitSet wanted) {
    int[] missing = wanted.stream().filter(passage -> neighbours(passage) == null).toArray();
    int[] others = candidates.stream().toArray();
    forEachBlock(missing, () -> NONE, (none, block) -> compare(block, others, none));
  }

  /**
   * Finds the neighbours of all candidates of two searches in each other, comparing each pair once.
   * Each thread uses about 100 bytes for each candidate of this search.
   *
   * @param reverse finds neighbours of the candidates of this search among its passages
   */
  void findAll(NearestPassages reverse) {
    int[] ones = reverse.candidates.stream().toArray();
    int[] others = candidates.stream().toArray();
    List<Neighbours[]> ofThreads = Collections.synchronizedList(new ArrayList<>());
    forEachBlock(
        ones,
        () -> {
          Neighbours[] ofThread = empty(others.length);
          ofThreads.add(ofThread);
          return ofThread;
        },
        (ofThread, block) -> compare(block, others, ofThread));
    for (int i = 0; i < others.length; i++) {
      reverse.nearest[others[i] - reverse.passages.from()] = merged(ofThreads, i);
    }
  }

  private <S> void forEachBlock(int[] ones, Supplier<S> scratch, BiConsumer<S, int[]> action) {
    workers.forEach(
        Math.ceilDiv(ones.length, BLOCK),
        1,
        scratch,
        (own, block) ->
            action.accept(
                own,
                Arrays.copyOfRange(
                    ones, block * BLOCK, Math.min((block + 1) * BLOCK, ones.length))));
  }

  private Neighbours[] empty(int count) {
    Neighbours[] empty = new Neighbours[count];
    Arrays.setAll(empty, i -> new Neighbours(depth));
    return empty;
  }

  /**
   * Finds the neighbours of passages among others.
   *
   * @param back receives these passages as neighbours of each of the others; empty if they are not
   *     wanted
   */
  private void compare(int[] block, int[] others, Neighbours[] back) {
    Neighbours[] found = empty(block.length);
    for (int other = 0; other < others.length; other++) {
      for (int i = 0; i < block.length; i++) {
        float cosine = vectors.cosine(block[i], others[other]);
        found[i].offer(others[other], cosine);
        if (back.length > 0) {
          back[other].offer(block[i], cosine);
        }
      }
    }
    for (int i = 0; i < block.length; i++) {
      nearest[block[i] - passages.from()] = found[i];
    }
  }

  /** Merges what the threads found for a passage: the nearest first, then the lower number. */
  private Neighbours merged(List<Neighbours[]> ofThreads, int index) {
    record Neighbour(int passage, float cosine) {}
    Neighbours merged = new Neighbours(depth);
    ofThreads.stream()
        .map(ofThread -> ofThread[index])
        .flatMap(
            found ->
                IntStream.range(0, found.count)
                    .mapToObj(rank -> new Neighbour(found.passages[rank], found.cosines[rank])))
        .sorted(Comparator.comparingInt(Neighbour::passage))
        .forEach(neighbour -> merged.offer(neighbour.passage(), neighbour.cosine()));
    return merged;
  }

  private Neighbours neighbours(int passage) {
    return nearest[passage - passages.from()];
  }

  /** The neighbours of some passages, whose neighbours are known. */
  BitSet neighboursOf(BitSet some) {
    BitSet all = new BitSet();
    some.stream()
        .mapToObj(this::neighbours)
        .forEach(found -> Arrays.stream(found.passages, 0, found.count).forEach(all::set));
    return all;
  }

  /** Number of neighbours of a passage. */
  int count(int passage) {
    return neighbours(passage).count;
  }

  /** A neighbour of a passage; the nearest one has rank 0. */
  int neighbour(int passage, int rank) {
    return neighbours(passage).passages[rank];
  }

  /** The cosine of a passage with a neighbour. */
  double cosine(int passage, int rank) {
    return neighbours(passage).cosines[rank];
  }

  /** The mean cosine of a passage with its neighbours; 0 if it has none. */
  double meanCosine(int passage) {
    Neighbours found = neighbours(passage);
    double sum = 0;
    for (int rank = 0; rank < found.count; rank++) {
      sum += found.cosines[rank];
    }
    return sum / Math.max(1, found.count);
  }
}
