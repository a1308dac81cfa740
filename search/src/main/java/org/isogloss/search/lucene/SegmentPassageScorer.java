// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.vector.DensePassageScorer;
import org.isogloss.search.vector.DenseQuery;

/** Scores passages of one language in one segment by their vectors. Not thread-safe. */
final class SegmentPassageScorer {
  private final DensePassageScorer scorer;
  private final Optional<BinaryDocValues> sentences;

  /**
   * Creates a scorer.
   *
   * @param weight weight of the best sentence, from 0 to 1
   */
  SegmentPassageScorer(DenseQuery query, LeafReaderContext leaf, String code, double weight)
      throws IOException {
    this.scorer = new DensePassageScorer(query, code, weight);
    this.sentences =
        weight > 0
            ? Optional.ofNullable(leaf.reader().getBinaryDocValues(PassageFields.SENTENCES))
            : Optional.empty();
  }

  /**
   * Returns the score of a passage, up to rounding errors that may differ between calls.
   *
   * @param doc document number of the passage in the segment, not below that of the previous call
   * @param vector vector of the passage
   */
  float approximateScore(int doc, float[] vector) throws IOException {
    return scorer.approximateScore(vector, sentences(doc));
  }

  /** Like {@link #approximateScore}, but reproducible and several times slower. */
  float score(int doc, float[] vector) throws IOException {
    return scorer.score(vector, sentences(doc));
  }

  private Optional<BytesRef> sentences(int doc) throws IOException {
    return sentences.isPresent() && sentences.get().advanceExact(doc)
        ? Optional.of(sentences.get().binaryValue())
        : Optional.empty();
  }
}
