package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.neural.ranker.PretrainedModel;

/** Draws judged queries with passages, cut into pieces, for a bi-encoder. */
final class JudgedTripleBatches implements Batches<List<JudgedTriple>> {
  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final JudgedQuerySampler sampler;

  /**
   * Draws.
   *
   * @param size triples of a batch
   */
  JudgedTripleBatches(JudgedQueries judged, PretrainedModel base, int size, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.sampler = new JudgedQuerySampler(judged.trainingQueries(), 1, seed);
  }

  @Override
  public List<JudgedTriple> next() {
    List<JudgedTriple> triples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedQuerySampler.SampledQuery choice = sampler.next();
      triples.add(
          new JudgedTriple(
              base.encodeQuery(judged.text(choice.query())),
              base.encodePassage(judged.text(choice.positive())),
              base.encodePassage(judged.text(choice.negatives()[0])),
              choice.positiveGrade() - choice.negativeGrades()[0],
              choice.query(),
              choice.positive(),
              choice.negatives()[0]));
    }
    return triples;
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
