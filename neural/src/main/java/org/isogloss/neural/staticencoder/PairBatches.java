package org.isogloss.neural.staticencoder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairGroup;

/**
 * Batches of pairs, balanced over languages. Each group of pairs is gone through in an order that
 * the seed shuffles anew for every round; which groups a batch takes, and what it drops, depends on
 * the seed and the batch's number.
 */
final class PairBatches implements Batches<PairBatch> {
  private static final String DRAWN = "batches";

  private final WordCorpus corpus;
  private final PieceTable pieces;
  private final BatchPlan plan;
  private final long seed;
  private final List<PairGroup> groups;
  private final double[] cumulated;
  private final long[] taken;
  private final int[][] orders;
  private final BagBatch.Builder bags;
  private long drawn;

  PairBatches(WordCorpus corpus, PieceTable pieces, int vocabularySize, BatchPlan plan, long seed) {
    this.corpus = corpus;
    this.pieces = pieces;
    this.plan = plan;
    this.seed = seed;
    this.groups = corpus.training().stream().filter(group -> group.size() > 0).toList();
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("there is no pair to train on");
    }
    this.cumulated = cumulated(groups, plan);
    this.taken = new long[groups.size()];
    this.orders = new int[groups.size()][];
    this.bags = new BagBatch.Builder(vocabularySize);
  }

  /** How often each group is drawn: chances that sum to 1. */
  static double[] chances(List<PairGroup> groups, BatchPlan plan) {
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

  @Override
  public PairBatch next() {
    SplittableRandom random = new SplittableRandom(mix(seed, drawn++));
    int[] left = new int[plan.pairs()];
    int[] right = new int[plan.pairs()];
    for (int slice = 0, from = 0; slice < plan.groups(); slice++) {
      int to = (int) ((long) plan.pairs() * (slice + 1) / plan.groups());
      int at =
          Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[cumulated.length - 1]);
      int group = Math.min(at < 0 ? -at - 1 : at + 1, groups.size() - 1);
      for (; from < to; from++) {
        int pair = nextOf(group);
        left[from] = groups.get(group).left()[pair];
        right[from] = groups.get(group).right()[pair];
      }
    }
    for (int sentence : left) {
      addText(sentence, random);
    }
    for (int sentence : right) {
      addText(sentence, random);
    }
    return new PairBatch(bags.build(), left, right);
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
    int[] order = new int[groups.get(group).size()];
    SplittableRandom random = new SplittableRandom(mix(mix(seed, ~group), round));
    for (int i = 1; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private void addText(int sentence, SplittableRandom random) {
    bags.beginText();
    int from = corpus.starts()[sentence];
    int to = corpus.starts()[sentence + 1];
    int spared = plan.tokenDropout() > 0 && to > from ? from + random.nextInt(to - from) : from;
    for (int i = from; i < to; i++) {
      if (plan.tokenDropout() > 0 && i != spared && random.nextDouble() < plan.tokenDropout()) {
        continue;
      }
      int word = corpus.tokens()[i];
      for (int p = 0; p < pieces.count(word); p++) {
        bags.add(pieces.piece(word, p));
      }
    }
  }

  private static long mix(long a, long b) {
    return new SplittableRandom(a * 0x9e3779b97f4a7c15L + b).nextLong();
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>();
    position.put(DRAWN, new long[] {drawn});
    for (int i = 0; i < taken.length; i++) {
      position.put(key(i), new long[] {taken[i]});
    }
    return position;
  }

  @Override
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
