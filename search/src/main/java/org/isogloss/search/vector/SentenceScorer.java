// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.search.vector.SentenceVectorCodec.QuantizedVector;

/** Finds the best sentence of passages of one language. Not thread-safe. */
public final class SentenceScorer {
  private final QuantizedVector query;
  private final Optional<DenseQuery.Centre> centre;
  private final QuantizedVector mean;
  private final byte[] sentence;
  private int bestSentence;
  private float cosine;

  /**
   * Creates a scorer.
   *
   * @param code language code of the passages
   */
  public SentenceScorer(DenseQuery query, String code) {
    this.query = query.quantized();
    this.centre = query.sentenceCentre(code);
    this.mean = QuantizedVector.quantize(centre.map(DenseQuery.Centre::mean).orElse(new float[0]));
    this.sentence = new byte[query.vector().length];
  }

  /**
   * Scores the sentences of a passage.
   *
   * @param stored the sentence vectors in the format of {@link SentenceVectorCodec}
   * @return whether the passage has non-zero sentence vectors
   */
  public boolean score(BytesRef stored) throws IOException {
    int size = SentenceVectorCodec.bytesPerSentence(sentence.length);
    float max = centre.isEmpty() ? CosineValidator.MAX : CosineValidator.MAX_CENTRED_QUANTIZED;
    bestSentence = -1;
    cosine = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < stored.length / size; i++) {
      int start = stored.offset + i * size;
      float scale = (float) BitUtil.VH_LE_FLOAT.get(stored.bytes, start);
      System.arraycopy(stored.bytes, start + Float.BYTES, sentence, 0, sentence.length);
      float found = CosineValidator.requireInRange(cosine(scale), max);
      if (scale > 0 && found > cosine) {
        bestSentence = i;
        cosine = found;
      }
    }
    return bestSentence >= 0;
  }

  private float cosine(float scale) {
    float onQuery = scale * query.scale() * VectorUtil.dotProduct(query.values(), sentence);
    return centre.isEmpty()
        ? onQuery
        : centre
            .get()
            .cosine(onQuery, scale * mean.scale() * VectorUtil.dotProduct(mean.values(), sentence));
  }

  /** Number of the best sentence of the passage, from 0. */
  public int bestSentence() {
    return bestSentence;
  }

  /** The cosine of the best sentence. */
  float cosine() {
    return cosine;
  }
}
