// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;

/**
 * Scores passages of one language by the cosine of the passage, interpolated with that of its best
 * sentence. Not thread-safe.
 */
public final class DensePassageScorer {
  private final float[] query;
  private final Optional<DenseQuery.Centre> centre;
  private final SentenceScorer sentenceScorer;
  private final float weight;

  /**
   * Creates a scorer.
   *
   * @param code language code of the passages
   * @param weight weight of the best sentence, from 0 to 1
   */
  public DensePassageScorer(DenseQuery query, String code, double weight) {
    this.query = query.vector();
    this.centre = query.passageCentre(code);
    this.sentenceScorer = new SentenceScorer(query, code);
    this.weight = (float) weight;
  }

  /**
   * Returns the score of a passage, up to rounding errors that may differ between calls.
   *
   * @param vector vector of the passage
   * @param sentences its sentence vectors in the format of {@link SentenceVectorCodec}; empty if it
   *     has none
   */
  public float approximateScore(float[] vector, Optional<BytesRef> sentences) throws IOException {
    return interpolate(cosine(vector, VectorUtil::dotProduct), sentences);
  }

  /** Like {@link #approximateScore}, but reproducible and several times slower. */
  public float score(float[] vector, Optional<BytesRef> sentences) throws IOException {
    return interpolate(cosine(vector, ReproducibleDotProduct::dotProduct), sentences);
  }

  private float interpolate(float cosine, Optional<BytesRef> sentences) throws IOException {
    return weight > 0 && sentences.isPresent() && sentenceScorer.score(sentences.get())
        ? (1 - weight) * cosine + weight * sentenceScorer.cosine()
        : cosine;
  }

  @FunctionalInterface
  private interface DotProduct {
    float of(float[] a, float[] b);
  }

  private float cosine(float[] passage, DotProduct dot) throws IOException {
    float onQuery = dot.of(query, passage);
    return CosineValidator.requireInRange(
        centre.isEmpty()
            ? onQuery
            : centre.get().cosine(onQuery, dot.of(centre.get().mean(), passage)),
        CosineValidator.MAX);
  }
}
