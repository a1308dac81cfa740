// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Role;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.neural.ranker.QueryTyping;
import org.isogloss.text.Encoding;

/** Samples judged queries with passages and encodes them as tokens, for a bi-encoder. */
final class JudgedTripleBatches implements Batches<List<JudgedTriple>> {
  private final JudgedQueries judged;
  private final PretrainedModel base;
  private final int size;
  private final int maxLength;
  private final Optional<QueryTyping> typing;
  private final JudgedQuerySampler sampler;

  /**
   * Creates the batches.
   *
   * @param size triples per batch
   * @param maxLength maximum number of tokens of a text
   * @param typing how queries are typed; empty if as they are
   */
  JudgedTripleBatches(
      JudgedQueries judged,
      PretrainedModel base,
      int size,
      int maxLength,
      Optional<QueryTyping> typing,
      long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.maxLength = maxLength;
    this.typing = typing;
    this.sampler = new JudgedQuerySampler(judged.trainingQueries(), 1, seed);
  }

  @Override
  public List<JudgedTriple> next() {
    List<JudgedQuerySampler.SampledQuery> samples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      samples.add(sampler.next());
    }
    return samples.parallelStream().map(this::encode).toList();
  }

  private JudgedTriple encode(JudgedQuerySampler.SampledQuery sample) {
    return new JudgedTriple(
        encode(typed(sample), Role.QUERY),
        encode(judged.text(sample.positive()), Role.PASSAGE),
        encode(judged.text(sample.negatives()[0]), Role.PASSAGE),
        sample.positiveGrade() - sample.negativeGrades()[0],
        sample.query(),
        sample.positive(),
        sample.negatives()[0],
        sample.relevant(),
        new JudgedTriple.Languages(
            judged.language(sample.query()),
            judged.language(sample.positive()),
            judged.language(sample.negatives()[0])));
  }

  /** Returns the query as it is typed, which differs between the passages it is sampled with. */
  private String typed(JudgedQuerySampler.SampledQuery sample) {
    String query = judged.text(sample.query());
    long passages = PairSampler.mixSeeds(sample.positive(), sample.negatives()[0]);
    return typing
        .map(queries -> queries.type(query, PairSampler.mixSeeds(sample.query(), passages)))
        .orElse(query);
  }

  private Encoding encode(String text, Role role) {
    return base.encode(text, role, maxLength);
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
