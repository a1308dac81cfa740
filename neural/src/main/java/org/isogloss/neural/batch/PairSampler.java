// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.corpus.PairGroup;

/**
 * Samples the pairs of a batch, balanced over languages. Each group of pairs is traversed in an
 * order that the seed reshuffles in every epoch; which groups a batch takes depends on the seed and
 * the number of the batch.
 */
public final class PairSampler {
  private static final String BATCH_COUNT = "batches";

  /**
   * The sampled pairs of a batch.
   *
   * @param left indices of the left sentences, {@code [pairs]}
   * @param right indices of their translations, {@code [pairs]}
   * @param groups index of the group of each pair, {@code [pairs]}
   * @param random for the other random decisions about this batch
   */
  public record PairSample(int[] left, int[] right, int[] groups, SplittableRandom random) {}

  private final PairSamplingOptions options;
  private final long seed;
  private final List<PairGroup> groups;
  private final double[] cumulativeProbabilities;
  private final long[] sampledPairs;
  private final int[][] orders;
  private long sampledBatches;

  /**
   * Creates a sampler.
   *
   * @param groups the groups to sample from; empty groups are ignored
   * @throws TrainingException if there is no pair
   */
  public PairSampler(List<PairGroup> groups, PairSamplingOptions options, long seed) {
    this.options = requireNonNull(options, "options is null");
    this.seed = seed;
    this.groups = groups.stream().filter(group -> group.size() > 0).toList();
    if (this.groups.isEmpty()) {
      throw new TrainingException("there is no pair to train on");
    }
    this.cumulativeProbabilities = cumulativeProbabilities(this.groups, options);
    this.sampledPairs = new long[this.groups.size()];
    this.orders = new int[this.groups.size()][];
  }

  /** Returns the probability of sampling each group; the probabilities sum to 1. */
  public static double[] samplingProbabilities(
      List<PairGroup> groups, PairSamplingOptions options) {
    ToDoubleFunction<PairGroup> weight = group -> Math.pow(group.size(), options.balance());
    Map<String, Double> kindWeights =
        groups.stream()
            .collect(Collectors.groupingBy(PairGroup::kind, Collectors.summingDouble(weight)));
    double shares =
        kindWeights.keySet().stream()
            .mapToDouble(kind -> options.shares().getOrDefault(kind, 1.0))
            .sum();
    return groups.stream()
        .mapToDouble(
            group ->
                options.shares().getOrDefault(group.kind(), 1.0)
                    / shares
                    * weight.applyAsDouble(group)
                    / kindWeights.get(group.kind()))
        .toArray();
  }

  private static double[] cumulativeProbabilities(
      List<PairGroup> groups, PairSamplingOptions options) {
    double[] sums = samplingProbabilities(groups, options);
    for (int i = 1; i < sums.length; i++) {
      sums[i] += sums[i - 1];
    }
    return sums;
  }

  /** Returns the groups that are sampled from, in the order of their indices. */
  public List<PairGroup> groups() {
    return groups;
  }

  /** Returns the next batch. */
  public PairSample next() {
    SplittableRandom random = new SplittableRandom(mixSeeds(seed, sampledBatches++));
    int[] left = new int[options.pairs()];
    int[] right = new int[options.pairs()];
    int[] from = new int[options.pairs()];
    for (int slice = 0, at = 0; slice < options.groups(); slice++) {
      int to = (int) ((long) options.pairs() * (slice + 1) / options.groups());
      int found =
          Arrays.binarySearch(
              cumulativeProbabilities,
              random.nextDouble() * cumulativeProbabilities[cumulativeProbabilities.length - 1]);
      int group = Math.min(found < 0 ? -found - 1 : found + 1, groups.size() - 1);
      for (; at < to; at++) {
        int pair = nextPair(group);
        left[at] = groups.get(group).left()[pair];
        right[at] = groups.get(group).right()[pair];
        from[at] = group;
      }
    }
    return new PairSample(left, right, from, random);
  }

  private int nextPair(int group) {
    int size = groups.get(group).size();
    int at = (int) (sampledPairs[group] % size);
    if (orders[group] == null || at == 0) {
      orders[group] = order(group, sampledPairs[group] / size);
    }
    sampledPairs[group]++;
    return orders[group][at];
  }

  private int[] order(int group, long epoch) {
    return permutation(groups.get(group).size(), mixSeeds(mixSeeds(seed, ~group), epoch));
  }

  /** Returns a permutation of the numbers from 0 to {@code size - 1}, which depends on the seed. */
  public static int[] permutation(int size, long seed) {
    int[] order = new int[size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 1; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Combines two numbers into a seed. */
  public static long mixSeeds(long a, long b) {
    return new SplittableRandom(a * 0x9e3779b97f4a7c15L + b).nextLong();
  }

  /** Returns the position in the sequence; see {@link Batches#position}. */
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>();
    position.put(BATCH_COUNT, new long[] {sampledBatches});
    for (int i = 0; i < sampledPairs.length; i++) {
      position.put(key(i), new long[] {sampledPairs[i]});
    }
    return position;
  }

  /** Resumes from a position that {@link #position} returned. */
  public void seek(Map<String, long[]> position) {
    sampledBatches = position.get(BATCH_COUNT)[0];
    for (int i = 0; i < sampledPairs.length; i++) {
      sampledPairs[i] = position.getOrDefault(key(i), new long[1])[0];
      orders[i] = sampledPairs[i] == 0 ? null : order(i, sampledPairs[i] / groups.get(i).size());
    }
  }

  private String key(int group) {
    return groups.get(group).kind() + '/' + groups.get(group).name();
  }
}
