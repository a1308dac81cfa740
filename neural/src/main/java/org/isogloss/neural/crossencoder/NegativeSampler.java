// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Chooses negatives of relevant passages from a pool of passages in one language. Hard negatives
 * have the greatest overlap with the relevant passage: the sum over common tokens of {@code log(n /
 * n_token)}, divided by the square root of the number of distinct tokens of the negative, so that
 * neither frequent tokens nor length dominate.
 */
final class NegativeSampler {
  private final int[][] pool;
  private final int[] keys;
  private final Map<Integer, Integer> frequency = new HashMap<>();

  /**
   * Creates a sampler.
   *
   * @param pool the token ids of each passage
   * @param keys equal for equal passages, which are never negatives for each other
   */
  NegativeSampler(int[][] pool, int[] keys) {
    this.pool = pool.clone();
    this.keys = keys.clone();
    for (int i = 0; i < pool.length; i++) {
      this.pool[i] = Arrays.stream(pool[i]).distinct().sorted().toArray();
      for (int token : this.pool[i]) {
        frequency.merge(token, 1, Integer::sum);
      }
    }
  }

  /**
   * Returns indices into the pool, hard negatives first, with distinct keys.
   *
   * @param positive index of the relevant passage
   * @param excludedKeys keys of other relevant passages for the same query
   * @return the configured number of indices, or fewer if the pool has no more
   */
  List<Integer> select(
      int positive, Set<Integer> excludedKeys, NegativeOptions options, SplittableRandom random) {
    Set<Integer> taken = new HashSet<>(excludedKeys);
    taken.add(keys[positive]);
    List<Integer> selected = new ArrayList<>();
    if (options.hard() > 0) {
      double[] overlap =
          IntStream.range(0, pool.length).mapToDouble(i -> overlap(positive, i)).toArray();
      addDistinct(descending(i -> overlap[i]), options.hard(), taken, selected);
    }
    double[] randomValues =
        IntStream.range(0, pool.length).mapToDouble(i -> random.nextDouble()).toArray();
    addDistinct(descending(i -> randomValues[i]), options.random(), taken, selected);
    return selected;
  }

  private int[] descending(IntToDoubleFunction value) {
    return IntStream.range(0, pool.length)
        .boxed()
        .sorted((a, b) -> Double.compare(value.applyAsDouble(b), value.applyAsDouble(a)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void addDistinct(int[] order, int limit, Set<Integer> taken, List<Integer> selected) {
    int remaining = limit;
    for (int i = 0; i < order.length && remaining > 0; i++) {
      if (taken.add(keys[order[i]])) {
        selected.add(order[i]);
        remaining--;
      }
    }
  }

  private double overlap(int a, int b) {
    double sum = 0;
    for (int i = 0, j = 0; i < pool[a].length && j < pool[b].length; ) {
      int order = Integer.compare(pool[a][i], pool[b][j]);
      if (order == 0) {
        sum += Math.log((double) pool.length / frequency.get(pool[a][i]));
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return sum / Math.sqrt(Math.max(1, pool[b].length));
  }
}
