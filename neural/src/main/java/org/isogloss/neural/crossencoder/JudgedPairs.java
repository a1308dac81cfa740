// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.List;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.ShuffledExamples;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.text.Encoding;

/** Judged passages, each as a candidate list of its own. */
final class JudgedPairs {
  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int[] queries;
  private final int[] passageIndices;

  JudgedPairs(JudgedQueries judged, PretrainedModel base) {
    this.judged = judged;
    this.base = base;
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

  /**
   * Returns batches in which all pairs occur again and again, in an order that the seed shuffles.
   *
   * @param size pairs per batch
   */
  Batches<List<CandidateList>> batches(int size, long seed) {
    return new ShuffledExamples<>(queries.length, this::pair, size, seed);
  }

  private CandidateList pair(int number) {
    JudgedQueries.JudgedQuery judgedQuery = judged.judged().get(queries[number]);
    Encoding encoding =
        base.encodePair(
            judged.text(judgedQuery.query()),
            judged.text(judgedQuery.passages()[passageIndices[number]]));
    return new CandidateList(
        List.of(encoding), new int[] {judgedQuery.grades()[passageIndices[number]]});
  }
}
