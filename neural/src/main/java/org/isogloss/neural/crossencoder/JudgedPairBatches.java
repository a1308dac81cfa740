// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.text.Encoding;

/**
 * Traverses all judged passages, each as a candidate list of its own, in an order that the seed
 * reshuffles in every epoch.
 */
final class JudgedPairBatches implements Batches<List<CandidateList>> {
  private static final String PAIR_COUNT = "judged-pairs";

  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final long seed;
  private final int[] queries;
  private final int[] passageIndices;
  private long sampledPairs;
  private int[] order = new int[0];
  private long shuffledEpoch = -1;

  /**
   * Creates the batches.
   *
   * @param size pairs per batch
   */
  JudgedPairBatches(JudgedQueries judged, PretrainedModel base, int size, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.seed = seed;
    int pairs =
        judged.judged().stream().mapToInt(judgedQuery -> judgedQuery.passages().length).sum();
    this.queries = new int[pairs];
    this.passageIndices = new int[pairs];
    int at = 0;
    for (int query = 0; query < judged.judged().size(); query++) {
      for (int i = 0; i < judged.judged().get(query).passages().length; i++) {
        queries[at] = query;
        passageIndices[at++] = i;
      }
    }
  }

  @Override
  public List<CandidateList> next() {
    List<CandidateList> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      batch.add(nextPair());
    }
    return batch;
  }

  private CandidateList nextPair() {
    long epoch = sampledPairs / queries.length;
    if (epoch != shuffledEpoch) {
      order = PairSampler.permutation(queries.length, PairSampler.mixSeeds(seed, epoch));
      shuffledEpoch = epoch;
    }
    int pair = order[(int) (sampledPairs++ % queries.length)];
    JudgedQueries.JudgedQuery judgedQuery = judged.judged().get(queries[pair]);
    Encoding encoding =
        base.encodePair(
            judged.text(judgedQuery.query()),
            judged.text(judgedQuery.passages()[passageIndices[pair]]));
    return new CandidateList(
        List.of(encoding), new int[] {judgedQuery.grades()[passageIndices[pair]]});
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(PAIR_COUNT, new long[] {sampledPairs});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampledPairs = position.get(PAIR_COUNT)[0];
  }
}
