// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Traverses all examples again and again, each time in an order that the seed shuffles anew.
 *
 * @param <E> the example
 */
public final class ShuffledExamples<E> implements Batches<List<E>> {
  private static final String TAKEN = "examples";

  private final int count;
  private final IntFunction<E> example;
  private final int batchSize;
  private final long seed;
  private long taken;
  private int[] order = new int[0];
  private long shuffledEpoch = -1;

  /**
   * Creates the batches.
   *
   * @param count number of examples, 1 or more
   * @param example returns an example by its number, from 0
   * @param batchSize number of examples of a batch, 1 or more
   */
  public ShuffledExamples(int count, IntFunction<E> example, int batchSize, long seed) {
    RecipeChecks.requireAtLeast("the number of examples", count, 1);
    RecipeChecks.requireAtLeast("the size of a batch", batchSize, 1);
    this.count = count;
    this.example = requireNonNull(example, "example is null");
    this.batchSize = batchSize;
    this.seed = seed;
  }

  @Override
  public List<E> next() {
    List<E> batch = new ArrayList<>(batchSize);
    for (int i = 0; i < batchSize; i++) {
      batch.add(nextExample());
    }
    return batch;
  }

  private E nextExample() {
    long epoch = taken / count;
    if (epoch != shuffledEpoch) {
      order = PairSampler.permutation(count, PairSampler.mixSeeds(seed, epoch));
      shuffledEpoch = epoch;
    }
    return example.apply(order[(int) (taken++ % count)]);
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(TAKEN, new long[] {taken});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    taken = position.get(TAKEN)[0];
  }
}
