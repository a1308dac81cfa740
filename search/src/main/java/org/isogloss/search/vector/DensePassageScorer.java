// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.VectorUtil;

/**
 * Scores passages of one language in one segment by the cosine of the passage, interpolated with
 * that of its best sentence. Not thread-safe.
 */
public final class DensePassageScorer {
  private final float[] query;
  private final Optional<DenseQuery.Centre> centre;
  private final Optional<SentenceScorer> sentences;
  private final float weight;

  private DensePassageScorer(
      float[] query,
      Optional<DenseQuery.Centre> centre,
      Optional<SentenceScorer> sentences,
      double weight) {
    this.query = query;
    this.centre = centre;
    this.sentences = sentences;
    this.weight = (float) weight;
  }

  /**
   * Creates a scorer.
   *
   * @param weight weight of the best sentence, from 0 to 1
   */
  public static DensePassageScorer of(
      DenseQuery query, LeafReaderContext leaf, String code, double weight) throws IOException {
    return new DensePassageScorer(
        query.vector(),
        query.passageCentre(code),
        weight > 0 ? SentenceScorer.of(query, leaf, code) : Optional.empty(),
        weight);
  }

  /**
   * Returns the score of a passage, up to rounding errors that may differ between calls.
   *
   * @param doc document number of the passage in the segment, not below that of the previous call
   * @param vector vector of the passage
   */
  public float approximateScore(int doc, float[] vector) throws IOException {
    return interpolate(doc, cosine(vector, VectorUtil::dotProduct));
  }

  /** Like {@link #approximateScore}, but reproducible and several times slower. */
  public float score(int doc, float[] vector) throws IOException {
    return interpolate(doc, cosine(vector, ReproducibleDotProduct::dotProduct));
  }

  private float interpolate(int doc, float cosine) throws IOException {
    return sentences.isPresent() && sentences.get().advance(doc)
        ? (1 - weight) * cosine + weight * sentences.get().cosine()
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
