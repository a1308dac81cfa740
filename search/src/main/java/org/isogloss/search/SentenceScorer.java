package org.isogloss.search;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.search.SentenceVectors.Quantized;

/** Finds the best sentence of passages of one language in one segment. Not thread-safe. */
final class SentenceScorer {
  private final BinaryDocValues values;
  private final Quantized query;
  private final Optional<DenseQuery.Centre> centre;
  private final Quantized mean;
  private final byte[] sentence;
  private int best;
  private float cosine;

  private SentenceScorer(
      BinaryDocValues values, DenseQuery query, Optional<DenseQuery.Centre> centre) {
    this.values = values;
    this.query = query.quantized();
    this.centre = centre;
    this.mean = Quantized.of(centre.map(DenseQuery.Centre::mean).orElse(new float[0]));
    this.sentence = new byte[query.vector().length];
  }

  /** A scorer; empty where the segment has no vectors of sentences. */
  static Optional<SentenceScorer> of(DenseQuery query, LeafReaderContext leaf, String code)
      throws IOException {
    return Optional.ofNullable(leaf.reader().getBinaryDocValues(Fields.SENTENCES))
        .map(values -> new SentenceScorer(values, query, query.centreOfSentences(code)));
  }

  /**
   * Looks at the sentences of a passage.
   *
   * @param doc its number in the segment, not below that of the one before
   * @return whether it has vectors of sentences
   */
  boolean advance(int doc) throws IOException {
    if (!values.advanceExact(doc)) {
      return false;
    }
    BytesRef stored = values.binaryValue();
    int size = SentenceVectors.size(sentence.length);
    float max = centre.isEmpty() ? Cosines.MAX : Cosines.MAX_CENTRED_BYTES;
    best = -1;
    cosine = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < stored.length / size; i++) {
      int start = stored.offset + i * size;
      float scale = (float) BitUtil.VH_LE_FLOAT.get(stored.bytes, start);
      System.arraycopy(stored.bytes, start + Float.BYTES, sentence, 0, sentence.length);
      float found = Cosines.require(cosine(scale), max);
      if (scale > 0 && found > cosine) {
        best = i;
        cosine = found;
      }
    }
    return best >= 0;
  }

  private float cosine(float scale) {
    float onQuery = scale * query.scale() * VectorUtil.dotProduct(query.values(), sentence);
    return centre.isEmpty()
        ? onQuery
        : centre
            .get()
            .cosine(onQuery, scale * mean.scale() * VectorUtil.dotProduct(mean.values(), sentence));
  }

  /** Which sentence of the passage is the best, from 0. */
  int best() {
    return best;
  }

  /** The cosine of the best sentence. */
  float cosine() {
    return cosine;
  }
}
