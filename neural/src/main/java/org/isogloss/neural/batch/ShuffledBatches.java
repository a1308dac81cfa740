// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Iterates over all examples; the seed determines a new random order for every epoch.
 *
 * @param <E> an example
 */
public final class ShuffledBatches<E> implements Batches<List<E>> {
  private static final String SAMPLED_EXAMPLES = "drawn";

  private final List<E> examples;
  private final int size;
  private final long seed;
  private long sampledExamples;
  private int[] order = new int[0];
  private long shuffledEpoch = -1;

  /**
   * Creates batches.
   *
   * @param examples one or more
   * @param size number of examples in a batch
   */
  public ShuffledBatches(List<E> examples, int size, long seed) {
    this.examples = List.copyOf(examples);
    this.size = size;
    this.seed = seed;
  }

  @Override
  public List<E> next() {
    List<E> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      long epoch = sampledExamples / examples.size();
      if (epoch != shuffledEpoch) {
        order = PairSampler.permutation(examples.size(), PairSampler.mixSeeds(seed, epoch));
        shuffledEpoch = epoch;
      }
      batch.add(examples.get(order[(int) (sampledExamples++ % examples.size())]));
    }
    return batch;
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(SAMPLED_EXAMPLES, new long[] {sampledExamples});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampledExamples = position.get(SAMPLED_EXAMPLES)[0];
  }
}
