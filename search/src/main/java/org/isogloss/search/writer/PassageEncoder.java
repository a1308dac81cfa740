// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.vector.SentenceVectorCodec;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Computes the vectors of passages, and those of their sentences and tokens and the weights of
 * their terms if the index stores them.
 */
public final class PassageEncoder {
  private final Optional<Encoder> encoder;
  private final boolean sentences;
  private final Optional<TokenVectorScorer> tokens;
  private final boolean pooled;
  private final Optional<SparseEncoder> sparse;
  private final boolean sharesWeights;

  /**
   * @param encoder computes the vectors of passages and sentences; empty for an index without
   *     vectors
   * @param sentences whether sentences are encoded
   * @param tokens computes token vectors; empty if the index stores none
   * @param pooled whether the vectors of passages are taken from the pass that computes token
   *     vectors
   * @param sparse computes weights of terms; empty if the index stores none. If the pass that
   *     computes token vectors yields the same weights, they are taken from it
   */
  public PassageEncoder(
      Optional<Encoder> encoder,
      boolean sentences,
      Optional<TokenVectorScorer> tokens,
      boolean pooled,
      Optional<SparseEncoder> sparse) {
    this.encoder = encoder;
    this.sentences = sentences;
    this.tokens = tokens;
    this.pooled = pooled;
    this.sparse = sparse;
    this.sharesWeights =
        tokens.isPresent() && sparse.filter(tokens.get()::sharesWeightsWith).isPresent();
  }

  /** Returns the passages with their vectors, in the same order. */
  public List<EncodedPassage> encode(List<Passage> passages) {
    return encode(passages, Optional.empty());
  }

  /**
   * Returns the passages with their vectors, in the same order.
   *
   * @param known the vectors of the passages; empty if they are to be computed
   */
  List<EncodedPassage> encode(List<Passage> passages, Optional<List<float[]>> known) {
    List<TokenVectorScorer.Encoded> tokenVectors =
        passages.isEmpty() || tokens.isEmpty() ? List.of() : tokens.get().encodePassages(passages);
    List<float[]> vectors =
        known.orElseGet(
            () ->
                pooled
                    ? tokenVectors.stream().map(TokenVectorScorer.Encoded::pooled).toList()
                    : vectors(passages.stream().map(Passage::titledText).toList()));
    List<SparseVector> sparseVectors = sparseVectors(passages, tokenVectors);
    Iterator<Optional<BytesRef>> sentenceVectors = sentenceVectors(passages).iterator();
    List<EncodedPassage> encoded = new ArrayList<>(passages.size());
    for (int i = 0; i < passages.size(); i++) {
      encoded.add(
          new EncodedPassage(
              passages.get(i),
              encoder.isEmpty()
                  ? Optional.empty()
                  : Optional.of(vectors.get(i)).filter(Encoder::isNonZero),
              sentenceVectors.next(),
              tokens.isEmpty()
                  ? Optional.empty()
                  : Optional.of(new BytesRef(tokenVectors.get(i).tokens().bytes())),
              sparse.isEmpty() ? Optional.empty() : Optional.of(sparseVectors.get(i))));
    }
    return encoded;
  }

  /** Returns weights from the pass that computes token vectors where it computed them. */
  private List<SparseVector> sparseVectors(
      List<Passage> passages, List<TokenVectorScorer.Encoded> tokenVectors) {
    if (sparse.isEmpty()) {
      return List.of();
    }
    List<Optional<SparseVector>> known =
        sharesWeights
            ? tokenVectors.stream().map(TokenVectorScorer.Encoded::weights).toList()
            : Collections.nCopies(passages.size(), Optional.empty());
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).isEmpty()) {
        missing.add(passages.get(i).titledText());
      }
    }
    Iterator<SparseVector> computed = sparse.get().encode(missing, Role.PASSAGE).iterator();
    return known.stream().map(vector -> vector.orElseGet(computed::next)).toList();
  }

  private List<Optional<BytesRef>> sentenceVectors(List<Passage> passages) {
    List<List<String>> split = passages.stream().map(this::sentences).toList();
    List<float[]> vectors = vectors(split.stream().flatMap(List::stream).toList());
    List<Optional<BytesRef>> encoded = new ArrayList<>(passages.size());
    int from = 0;
    for (List<String> texts : split) {
      int to = from + texts.size();
      encoded.add(
          texts.isEmpty()
              ? Optional.empty()
              : Optional.of(SentenceVectorCodec.encode(vectors.subList(from, to))));
      from = to;
    }
    return encoded;
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
