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
 * Chooses what stands against right passages, out of a pool of passages in one language. Hard ones
 * share most with the right one: the sum over common pieces of {@code log(n / n_piece)}, divided by
 * the root of the passage's number of pieces, so that neither frequent pieces nor length decide.
 */
final class NegativeSampler {
  private final int[][] pool;
  private final int[] keys;
  private final Map<Integer, Integer> frequency = new HashMap<>();

  /**
   * A pool.
   *
   * @param pool the pieces of each passage
   * @param keys equal for equal passages, which never stand against each other
   */
  NegativeSampler(int[][] pool, int[] keys) {
    this.pool = pool.clone();
    this.keys = keys.clone();
    for (int i = 0; i < pool.length; i++) {
      this.pool[i] = Arrays.stream(pool[i]).distinct().sorted().toArray();
      for (int piece : this.pool[i]) {
        frequency.merge(piece, 1, Integer::sum);
      }
    }
  }

  /**
   * Places in the pool, hard ones first, no two with the same key.
   *
   * @param positive the place of the right passage
   * @param excludedKeys keys of other right passages for the same query
   * @return as many as are wanted, or fewer where the pool has no more
   */
  List<Integer> select(
      int positive, Set<Integer> excludedKeys, NegativeOptions options, SplittableRandom random) {
    Set<Integer> taken = new HashSet<>(excludedKeys);
    taken.add(keys[positive]);
    List<Integer> chosen = new ArrayList<>();
    if (options.hard() > 0) {
      double[] overlap =
          IntStream.range(0, pool.length).mapToDouble(i -> overlap(positive, i)).toArray();
      addDistinct(descending(i -> overlap[i]), options.hard(), taken, chosen);
    }
    double[] chance =
        IntStream.range(0, pool.length).mapToDouble(i -> random.nextDouble()).toArray();
    addDistinct(descending(i -> chance[i]), options.random(), taken, chosen);
    return chosen;
  }

  private int[] descending(IntToDoubleFunction value) {
    return IntStream.range(0, pool.length)
        .boxed()
        .sorted((a, b) -> Double.compare(value.applyAsDouble(b), value.applyAsDouble(a)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void addDistinct(int[] order, int limit, Set<Integer> taken, List<Integer> chosen) {
    int left = limit;
    for (int i = 0; i < order.length && left > 0; i++) {
      if (taken.add(keys[order[i]])) {
        chosen.add(order[i]);
        left--;
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
