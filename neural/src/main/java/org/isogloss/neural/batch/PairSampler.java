package org.isogloss.neural.batch;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.isogloss.neural.corpus.PairGroup;

/**
 * Says which pairs a batch is made of, balanced over languages. Each group of pairs is gone through
 * in an order that the seed shuffles anew for every round; which groups a batch takes depends on
 * the seed and the batch's number.
 */
public final class PairSampler {
  private static final String BATCH_COUNT = "batches";

  /**
   * The pairs of a batch.
   *
   * @param left numbers of the left sides' sentences, {@code [pairs]}
   * @param right the numbers of their translations
   * @param groups the group that each pair comes from
   * @param random for what else is left to chance in this batch
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
   * Draws.
   *
   * @param groups those without pairs are passed over
   */
  public PairSampler(List<PairGroup> groups, PairSamplingOptions options, long seed) {
    this.options = requireNonNull(options, "plan is null");
    this.seed = seed;
    this.groups = groups.stream().filter(group -> group.size() > 0).toList();
    if (this.groups.isEmpty()) {
      throw new IllegalArgumentException("there is no pair to train on");
    }
    this.cumulativeProbabilities = cumulativeProbabilities(this.groups, options);
    this.sampledPairs = new long[this.groups.size()];
    this.orders = new int[this.groups.size()][];
  }

  /** How often each group is drawn: chances that sum to 1. */
  public static double[] samplingProbabilities(
      List<PairGroup> groups, PairSamplingOptions options) {
    ToDoubleFunction<PairGroup> weight = group -> Math.pow(group.size(), options.balance());
    Map<String, Double> ofKind =
        groups.stream()
            .collect(Collectors.groupingBy(PairGroup::kind, Collectors.summingDouble(weight)));
    double shares =
        ofKind.keySet().stream()
            .mapToDouble(kind -> options.shares().getOrDefault(kind, 1.0))
            .sum();
    return groups.stream()
        .mapToDouble(
            group ->
                options.shares().getOrDefault(group.kind(), 1.0)
                    / shares
                    * weight.applyAsDouble(group)
                    / ofKind.get(group.kind()))
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

  /** The groups that are drawn from, in the order of their numbers. */
  public List<PairGroup> groups() {
    return groups;
  }

  /** The next batch. */
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

  private int[] order(int group, long round) {
    return permutation(groups.get(group).size(), mixSeeds(mixSeeds(seed, ~group), round));
  }

  /** The numbers from 0 to below {@code size} in an order that the seed decides. */
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

  /** A seed made of two numbers. */
  public static long mixSeeds(long a, long b) {
    return new SplittableRandom(a * 0x9e3779b97f4a7c15L + b).nextLong();
  }

  /** Where in its order this stands: see {@link Batches#position}. */
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>();
    position.put(BATCH_COUNT, new long[] {sampledBatches});
    for (int i = 0; i < sampledPairs.length; i++) {
      position.put(key(i), new long[] {sampledPairs[i]});
    }
    return position;
  }

  /** Goes on from a position that {@link #position} told. */
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
