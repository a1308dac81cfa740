// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;

/**
 * Iterates over all pairs, each with its nearest sentences and with random sentences as negatives.
 * The seed determines a new order and new random negatives for every epoch.
 *
 * <p>Random sentences are those of the origin of the pair. In the paper all pairs are of one
 * corpus; the topic and style of a sentence of another corpus would reveal that it is a negative.
 * If pairs share their negatives, a batch has pairs of one origin and of similar lengths.
 */
final class BiclaBatches implements Batches<BiclaBatch> {
  private static final String PAIRS = "pairs";

  /** Maximum number of times that random sentences which translate the first one are replaced. */
  private static final int MAX_ATTEMPTS = 20;

  /** Number of batches whose pairs are sorted by length together. */
  private static final int WINDOW_BATCHES = 50;

  private final BiclaPairs pairs;
  private final int[][] nearest;
  private final BiclaRecipe.NegativeOptions negatives;
  private final int size;
  private final long seed;
  private final Map<String, int[]> pairsOfOrigin = new HashMap<>();
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
    IntStream.range(0, pairs.size())
        .boxed()
        .collect(Collectors.groupingBy(pairs.origins()::get))
        .forEach(
            (origin, of) ->
                pairsOfOrigin.put(origin, of.stream().mapToInt(Integer::intValue).toArray()));
  }

  @Override
  public BiclaBatch next() {
    List<BiclaBatch.Example> examples = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      long epoch = served / epochSize();
      if (epoch != shuffledEpoch) {
        long epochSeed = PairSampler.mixSeeds(seed, epoch);
        order = PairSampler.permutation(pairs.size(), epochSeed);
        if (negatives.inBatch()) {
          order = similarTogether(order, epochSeed);
        }
        shuffledEpoch = epoch;
      }
      int pair = order[(int) (served % epochSize())];
      examples.add(example(pair, new SplittableRandom(PairSampler.mixSeeds(~seed, served))));
      served++;
    }
    return new BiclaBatch(examples, negatives.inBatch());
  }

  /**
   * Reorders pairs so that those of a batch have the same origin and similar lengths: topics and
   * lengths alone do not tell a translation from other sentences of such a batch, and there is
   * little padding.
   */
  private int[] similarTogether(int[] shuffled, long epochSeed) {
    Map<String, List<Integer>> byOrigin =
        IntStream.of(shuffled)
            .boxed()
            .collect(
                Collectors.groupingBy(pairs.origins()::get, TreeMap::new, Collectors.toList()));
    List<List<Integer>> batches = new ArrayList<>();
    List<Integer> rest = new ArrayList<>();
    for (List<Integer> ofOrigin : byOrigin.values()) {
      for (int from = 0; from < ofOrigin.size(); from += size * WINDOW_BATCHES) {
        int to = Math.min(ofOrigin.size(), from + size * WINDOW_BATCHES);
        List<Integer> window = ofOrigin.subList(from, to);
        window.sort(Comparator.comparingInt(this::length));
        for (int i = 0; i < window.size(); i += size) {
          List<Integer> batch = window.subList(i, Math.min(window.size(), i + size));
          if (batch.size() == size) {
            batches.add(batch);
          } else {
            rest.addAll(batch);
          }
        }
      }
    }
    Collections.shuffle(batches, new Random(epochSeed));
    return Stream.concat(batches.stream().flatMap(List::stream), rest.stream())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private int length(int pair) {
    return pairs.first().get(pair).length + pairs.second().get(pair).length;
  }

  /**
   * Returns the number of pairs of an epoch. Batches with negatives of their own are cut from the
   * same place in every epoch, so a few pairs, others in each epoch, are left out.
   */
  private int epochSize() {
    return negatives.inBatch() && pairs.size() >= size
        ? pairs.size() - pairs.size() % size
        : pairs.size();
  }

  private BiclaBatch.Example example(int pair, SplittableRandom random) {
    List<WordSequence> others = new ArrayList<>();
    if (served / size >= negatives.nearestFrom()) {
      for (int candidate : nearest[pair]) {
        others.add(pairs.secondSentence(candidate));
      }
    }
    int[] sameOrigin = pairsOfOrigin.get(pairs.origins().get(pair));
    while (others.size() < negatives.total()) {
      int candidate = sameOrigin[random.nextInt(sameOrigin.length)];
      for (int i = 0; i < MAX_ATTEMPTS && pairs.isTranslation(pair, candidate); i++) {
        // An origin may have only translations of this sentence.
        candidate =
            i < MAX_ATTEMPTS / 2
                ? sameOrigin[random.nextInt(sameOrigin.length)]
                : random.nextInt(pairs.size());
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
