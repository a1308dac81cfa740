package org.isogloss.neural.queryattention;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;

/** Goes through all examples in an order that the seed shuffles anew for every round. */
final class AttentionBatches implements Batches<List<AttentionExample>> {
  private static final String DRAWN = "drawn";

  private final List<AttentionExample> examples;
  private final int size;
  private final long seed;
  private long drawn;
  private int[] order = new int[0];
  private long ordered = -1;

  AttentionBatches(List<AttentionExample> examples, int size, long seed) {
    this.examples = List.copyOf(examples);
    this.size = size;
    this.seed = seed;
  }

  @Override
  public List<AttentionExample> next() {
    List<AttentionExample> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      long round = drawn / examples.size();
      if (round != ordered) {
        order = PairDraws.shuffled(examples.size(), PairDraws.mix(seed, round));
        ordered = round;
      }
      batch.add(examples.get(order[(int) (drawn++ % examples.size())]));
    }
    return batch;
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(DRAWN, new long[] {drawn});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    drawn = position.get(DRAWN)[0];
  }
}
