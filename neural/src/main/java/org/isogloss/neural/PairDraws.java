package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Says which pairs a batch is made of, balanced over languages. Each group of pairs is gone through
 * in an order that the seed shuffles anew for every round; which groups a batch takes depends on
 * the seed and the batch's number.
 */
public final class PairDraws {
  private static final String DRAWN = "batches";

  /**
   * The pairs of a batch.
   *
   * @param left numbers of the left sides' sentences, {@code [pairs]}
   * @param right the numbers of their translations
   * @param groups the group that each pair comes from
   * @param random for what else is left to chance in this batch
   */
  public record Draw(int[] left, int[] right, int[] groups, SplittableRandom random) {}

  private final BatchPlan plan;
  private final long seed;
  private final List<PairGroup> groups;
  private final double[] cumulated;
  private final long[] taken;
  private final int[][] orders;
  private long drawn;

  /**
   * Draws.
   *
   * @param groups those without pairs are passed over
   */
  public PairDraws(List<PairGroup> groups, BatchPlan plan, long seed) {
    this.plan = requireNonNull(plan, "plan is null");
    this.seed = seed;
    this.groups = groups.stream().filter(group -> group.size() > 0).toList();
    if (this.groups.isEmpty()) {
      throw new IllegalArgumentException("there is no pair to train on");
    }
    this.cumulated = cumulated(this.groups, plan);
    this.taken = new long[this.groups.size()];
    this.orders = new int[this.groups.size()][];
  }

  /** How often each group is drawn: chances that sum to 1. */
  public static double[] chances(List<PairGroup> groups, BatchPlan plan) {
    ToDoubleFunction<PairGroup> weight = group -> Math.pow(group.size(), plan.balance());
    Map<String, Double> ofKind =
        groups.stream()
            .collect(Collectors.groupingBy(PairGroup::kind, Collectors.summingDouble(weight)));
    double shares =
        ofKind.keySet().stream().mapToDouble(kind -> plan.shares().getOrDefault(kind, 1.0)).sum();
    return groups.stream()
        .mapToDouble(
            group ->
                plan.shares().getOrDefault(group.kind(), 1.0)
                    / shares
                    * weight.applyAsDouble(group)
                    / ofKind.get(group.kind()))
        .toArray();
  }

  private static double[] cumulated(List<PairGroup> groups, BatchPlan plan) {
    double[] sums = chances(groups, plan);
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
  public Draw next() {
    SplittableRandom random = new SplittableRandom(mix(seed, drawn++));
    int[] left = new int[plan.pairs()];
    int[] right = new int[plan.pairs()];
    int[] from = new int[plan.pairs()];
    for (int slice = 0, at = 0; slice < plan.groups(); slice++) {
      int to = (int) ((long) plan.pairs() * (slice + 1) / plan.groups());
      int found =
          Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[cumulated.length - 1]);
      int group = Math.min(found < 0 ? -found - 1 : found + 1, groups.size() - 1);
      for (; at < to; at++) {
        int pair = nextOf(group);
        left[at] = groups.get(group).left()[pair];
        right[at] = groups.get(group).right()[pair];
        from[at] = group;
      }
    }
    return new Draw(left, right, from, random);
  }

  private int nextOf(int group) {
    int size = groups.get(group).size();
    int at = (int) (taken[group] % size);
    if (orders[group] == null || at == 0) {
      orders[group] = order(group, taken[group] / size);
    }
    taken[group]++;
    return orders[group][at];
  }

  private int[] order(int group, long round) {
    return shuffled(groups.get(group).size(), mix(mix(seed, ~group), round));
  }

  /** The numbers from 0 to below {@code size} in an order that the seed decides. */
  public static int[] shuffled(int size, long seed) {
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
  public static long mix(long a, long b) {
    return new SplittableRandom(a * 0x9e3779b97f4a7c15L + b).nextLong();
  }

  /** Where in its order this stands: see {@link Batches#position}. */
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>();
    position.put(DRAWN, new long[] {drawn});
    for (int i = 0; i < taken.length; i++) {
      position.put(key(i), new long[] {taken[i]});
    }
    return position;
  }

  /** Goes on from a position that {@link #position} told. */
  public void seek(Map<String, long[]> position) {
    drawn = position.get(DRAWN)[0];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = position.getOrDefault(key(i), new long[1])[0];
      orders[i] = taken[i] == 0 ? null : order(i, taken[i] / groups.get(i).size());
    }
  }

  private String key(int group) {
    return groups.get(group).kind() + '/' + groups.get(group).name();
  }
}
