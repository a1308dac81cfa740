// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;

/**
 * Iterates over all pairs, each with its nearest sentences and with random sentences as negatives.
 * The seed determines a new order and new random negatives for every epoch.
 */
final class BiclaBatches implements Batches<BiclaBatch> {
  private static final String PAIRS = "pairs";

  /** Random sentences that translate the first one are replaced, at most so often. */
  private static final int MAX_ATTEMPTS = 20;

  private final BiclaPairs pairs;
  private final int[][] nearest;
  private final BiclaRecipe.NegativeOptions negatives;
  private final int size;
  private final long seed;
  private long served;
  private int[] order = new int[0];
  private long shuffledEpoch = -1;

  /**
   * Creates batches.
   *
   * @param nearest {@code [pairs][nearest negatives]}; a pair with too few gets more random ones
   * @param size number of pairs of a batch
   */
  BiclaBatches(
      BiclaPairs pairs,
      int[][] nearest,
      BiclaRecipe.NegativeOptions negatives,
      int size,
      long seed) {
    this.pairs = pairs;
    this.nearest = nearest;
    this.negatives = negatives;
    this.size = size;
    this.seed = seed;
  }

  @Override
  public BiclaBatch next() {
    List<BiclaBatch.Example> examples = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      long epoch = served / pairs.size();
      if (epoch != shuffledEpoch) {
        order = PairSampler.permutation(pairs.size(), PairSampler.mixSeeds(seed, epoch));
        shuffledEpoch = epoch;
      }
      int pair = order[(int) (served % pairs.size())];
      examples.add(example(pair, new SplittableRandom(PairSampler.mixSeeds(~seed, served))));
      served++;
    }
    return new BiclaBatch(examples, negatives.inBatch());
  }

  private BiclaBatch.Example example(int pair, SplittableRandom random) {
    List<WordSequence> others = new ArrayList<>();
    for (int candidate : nearest[pair]) {
      others.add(pairs.secondSentence(candidate));
    }
    while (others.size() < negatives.total()) {
      int candidate = random.nextInt(pairs.size());
      for (int i = 0; i < MAX_ATTEMPTS && pairs.isTranslation(pair, candidate); i++) {
        candidate = random.nextInt(pairs.size());
      }
      others.add(pairs.secondSentence(candidate));
    }
    return new BiclaBatch.Example(pairs.firstSentence(pair), pairs.secondSentence(pair), others);
  }

  @Override
  public int exampleCount(BiclaBatch batch) {
    return batch.examples().size();
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(PAIRS, new long[] {served});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    served = position.get(PAIRS)[0];
  }
}
