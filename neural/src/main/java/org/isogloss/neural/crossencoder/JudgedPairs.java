package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.text.Encoding;

/**
 * Goes through all judged passages, each with its query and by itself, in an order that the seed
 * shuffles anew for every round.
 */
final class JudgedPairs implements Batches<List<Candidates>> {
  private static final String DRAWN = "judged-pairs";

  private final JudgedSet judged;
  private final RankerBase base;
  private final int size;
  private final long seed;
  private final int[] queries;
  private final int[] places;
  private long drawn;
  private int[] order = new int[0];
  private long ordered = -1;

  /**
   * Draws.
   *
   * @param size pairs of a batch
   */
  JudgedPairs(JudgedSet judged, RankerBase base, int size, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.seed = seed;
    int pairs = judged.judged().stream().mapToInt(one -> one.passages().length).sum();
    this.queries = new int[pairs];
    this.places = new int[pairs];
    int at = 0;
    for (int query = 0; query < judged.judged().size(); query++) {
      for (int i = 0; i < judged.judged().get(query).passages().length; i++) {
        queries[at] = query;
        places[at++] = i;
      }
    }
  }

  @Override
  public List<Candidates> next() {
    List<Candidates> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      batch.add(draw());
    }
    return batch;
  }

  private Candidates draw() {
    long round = drawn / queries.length;
    if (round != ordered) {
      order = PairDraws.shuffled(queries.length, PairDraws.mix(seed, round));
      ordered = round;
    }
    int pair = order[(int) (drawn++ % queries.length)];
    JudgedSet.Judged one = judged.judged().get(queries[pair]);
    Encoding together =
        base.together(judged.text(one.query()), judged.text(one.passages()[places[pair]]));
    return new Candidates(List.of(together), new int[] {one.grades()[places[pair]]});
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
