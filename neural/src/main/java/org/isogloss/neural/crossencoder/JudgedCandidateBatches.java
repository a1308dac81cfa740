package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.text.Encoding;

/** Draws judged queries for a cross-encoder: a passage and one or more that were judged lower. */
final class JudgedCandidateBatches implements Batches<List<CandidateList>> {
  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final int negativeCount;
  private final JudgedQuerySampler sampler;

  /**
   * Draws.
   *
   * @param size queries of a batch
   * @param negativeCount how many passages stand against each better one
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
    List<CandidateList> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedQuerySampler.SampledQuery choice = sampler.next();
      String query = judged.text(choice.query());
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.encodePair(query, judged.text(choice.positive())));
      int[] grades = new int[negativeCount + 1];
      grades[0] = choice.positiveGrade();
      for (int j = 0; j < negativeCount; j++) {
        pairs.add(base.encodePair(query, judged.text(choice.negatives()[j])));
        grades[j + 1] = choice.negativeGrades()[j];
      }
      all.add(new CandidateList(pairs, grades));
    }
    return all;
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
