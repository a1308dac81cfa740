package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.text.Encoding;

/**
 * Goes through all judged passages, each with its query and by itself, in an order that the seed
 * shuffles anew for every round.
 */
final class JudgedPairBatches implements Batches<List<CandidateList>> {
  private static final String DRAWN = "judged-pairs";

  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final long seed;
  private final int[] queries;
  private final int[] places;
  private long sampledPairs;
  private int[] order = new int[0];
  private long shuffledRound = -1;

  /**
   * Draws.
   *
   * @param size pairs of a batch
   */
  JudgedPairBatches(JudgedQueries judged, PretrainedModel base, int size, long seed) {
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
  public List<CandidateList> next() {
    List<CandidateList> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      batch.add(draw());
    }
    return batch;
  }

  private CandidateList draw() {
    long round = sampledPairs / queries.length;
    if (round != shuffledRound) {
      order = PairSampler.permutation(queries.length, PairSampler.mixSeeds(seed, round));
      shuffledRound = round;
    }
    int pair = order[(int) (sampledPairs++ % queries.length)];
    JudgedQueries.JudgedQuery one = judged.judged().get(queries[pair]);
    Encoding together =
        base.encodePair(judged.text(one.query()), judged.text(one.passages()[places[pair]]));
    return new CandidateList(List.of(together), new int[] {one.grades()[places[pair]]});
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(DRAWN, new long[] {sampledPairs});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampledPairs = position.get(DRAWN)[0];
  }
}
