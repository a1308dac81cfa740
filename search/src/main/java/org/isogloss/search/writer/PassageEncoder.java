// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.vector.SentenceVectorCodec;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Computes the vectors of passages, and of their sentences if the index stores sentence vectors.
 */
public final class PassageEncoder {
  private final Optional<Encoder> encoder;
  private final boolean sentences;

  public PassageEncoder(Optional<Encoder> encoder, boolean sentences) {
    this.encoder = encoder;
    this.sentences = sentences;
  }

  /** Returns the passages with their vectors, in the same order. */
  public List<EncodedPassage> encode(List<Passage> passages) {
    List<String> texts = passages.stream().map(Passage::titledText).toList();
    List<float[]> vectors = vectors(texts);
    List<List<String>> split = passages.stream().map(this::sentences).toList();
    List<float[]> sentenceVectors = vectors(split.stream().flatMap(List::stream).toList());
    List<EncodedPassage> indexed = new ArrayList<>(passages.size());
    int from = 0;
    for (int i = 0; i < passages.size(); i++) {
      int to = from + split.get(i).size();
      Optional<float[]> vector =
          encoder.isEmpty()
              ? Optional.empty()
              : Optional.of(vectors.get(i)).filter(Encoder::isNonZero);
      Optional<BytesRef> stored =
          to == from
              ? Optional.empty()
              : Optional.of(SentenceVectorCodec.encode(sentenceVectors.subList(from, to)));
      indexed.add(new EncodedPassage(passages.get(i), vector, stored));
      from = to;
    }
    return indexed;
  }

  /** Returns the sentences to encode: none if the passage has only one sentence. */
  private List<String> sentences(Passage passage) {
    if (!sentences) {
      return List.of();
    }
    List<Span> spans = SentenceSegmenter.split(passage.text(), passage.language());
    return spans.size() < 2
        ? List.of()
        : spans.stream().map(span -> span.coveredText(passage.text())).toList();
  }

  private List<float[]> vectors(List<String> texts) {
    return encoder.isEmpty() || texts.isEmpty()
        ? List.of()
        : Arrays.asList(encoder.get().encode(texts, Role.PASSAGE));
  }
}
