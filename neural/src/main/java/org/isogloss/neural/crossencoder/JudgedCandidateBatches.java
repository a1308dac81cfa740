// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.text.Encoding;

/**
 * Samples judged queries for a cross-encoder, each with a relevant passage and one or more with
 * lower grades.
 */
final class JudgedCandidateBatches implements Batches<List<CandidateList>> {
  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final int negativeCount;
  private final JudgedQuerySampler sampler;

  /**
   * Creates the batches.
   *
   * @param size queries per batch
   * @param negativeCount number of passages with lower grades per query
   */
  JudgedCandidateBatches(
      JudgedQueries judged, PretrainedModel base, int size, int negativeCount, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.negativeCount = negativeCount;
    this.sampler = new JudgedQuerySampler(judged.trainingQueries(), negativeCount, seed);
  }

  @Override
  public List<CandidateList> next() {
    List<CandidateList> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedQuerySampler.SampledQuery sample = sampler.next();
      String query = judged.text(sample.query());
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.encodePair(query, judged.text(sample.positive())));
      int[] grades = new int[negativeCount + 1];
      grades[0] = sample.positiveGrade();
      for (int j = 0; j < negativeCount; j++) {
        pairs.add(base.encodePair(query, judged.text(sample.negatives()[j])));
        grades[j + 1] = sample.negativeGrades()[j];
      }
      batch.add(new CandidateList(pairs, grades));
    }
    return batch;
  }

  @Override
  public Map<String, long[]> position() {
    return sampler.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampler.seek(position);
  }
}
