// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;
import java.util.Optional;

/**
 * A pair scorer by late interaction: it encodes query and passage separately as one vector per
 * token, and compares these. The token vectors of a passage do not depend on the query, so they can
 * be computed once, when the passage is indexed.
 *
 * <p>{@link #score(Query, List)} returns exactly what {@link #scoreVectors} returns for the token
 * vectors of the passages.
 */
public interface TokenVectorScorer extends ExplainablePairScorer {
  /** The passage on which what two models compute is compared. */
  Passage SAMPLE =
      new Passage(
          "p",
          0,
          Language.of("en"),
          "",
          "The library opens at nine; la bibliothèque ouvre à neuf heures.",
          0,
          63);

  /**
   * Identifies the token vectors: a checksum of everything that determines them, including their
   * format. An index stores the fingerprint; its token vectors can be read only by a scorer with
   * the same one.
   *
   * @return lower-case hexadecimal digits, the same for the same scorer on every machine
   */
  String fingerprint();

  /** Size of a token vector in bytes. */
  int bytesPerToken();

  /**
   * Whether the pooled vectors are those of an encoder, so that one pass over a text yields both:
   * compares the vectors of a sentence in both roles.
   */
  default boolean sharesPoolingWith(Encoder encoder) {
    String text = SAMPLE.text();
    return areEqual(
            encodePassages(List.of(SAMPLE)).getFirst().pooled(),
            encoder.encode(List.of(text), Role.PASSAGE)[0])
        && areEqual(
            encodeQueries(List.of(new Query("q", Language.of("en"), text))).getFirst(),
            encoder.encode(List.of(text), Role.QUERY)[0]);
  }

  /**
   * Whether the weights of terms are those of a sparse encoder, so that one pass over a passage
   * yields both: compares the weights of a sentence.
   */
  default boolean sharesWeightsWith(SparseEncoder encoder) {
    return encodePassages(List.of(SAMPLE))
        .getFirst()
        .weights()
        .filter(
            weights ->
                areEqual(weights, encoder.encode(List.of(SAMPLE.text()), Role.PASSAGE).getFirst()))
        .isPresent();
  }

  private static boolean areEqual(SparseVector first, SparseVector second) {
    double squares = first.dot(first) - 2 * first.dot(second) + second.dot(second);
    return first.size() > 0 && squares < 1e-6 * first.dot(first);
  }

  private static boolean areEqual(float[] first, float[] second) {
    double squares = 0;
    for (int i = 0; i < first.length && first.length == second.length; i++) {
      squares += (double) (first[i] - second[i]) * (first[i] - second[i]);
    }
    return first.length == second.length && squares < 1e-6;
  }

  /**
   * What one pass over a text yields.
   *
   * @param tokens its token vectors
   * @param pooled its token vectors pooled to one vector of unit length; all zeros if the text has
   *     no token
   * @param weights its weights of terms; empty if the pass computes none, or not those of the whole
   *     text
   */
  record Encoded(TokenVectors tokens, float[] pooled, Optional<SparseVector> weights) {
    /** What a pass yields that computes no weights of terms. */
    public Encoded(TokenVectors tokens, float[] pooled) {
      this(tokens, pooled, Optional.empty());
    }
  }

  /** Encodes passages, each with its {@linkplain Passage#titledText title}, in the same order. */
  List<Encoded> encodePassages(List<Passage> passages);

  /**
   * Returns the pooled vectors of queries. Their token vectors are cached, so that scoring passages
   * for them soon afterwards need not encode them again.
   *
   * @return in the order of the queries; a vector of unit length, or all zeros if the query has no
   *     token
   */
  List<float[]> encodeQueries(List<Query> queries);

  /**
   * Scores passages by their token vectors.
   *
   * @return {@code float[passages.size()]}, in the order of the passages; higher is more relevant
   * @throws IllegalArgumentException if token vectors do not have the format of this scorer
   */
  float[] scoreVectors(Query query, List<TokenVectors> passages);

  /**
   * Scores the parts of a passage, for example its sentences, as if the passage consisted of one
   * part only.
   *
   * @param vectors the token vectors of the passage
   * @param starts offset of the first character of each part in {@link Passage#titledText}, in
   *     ascending order; a part ends where the next one begins
   * @return {@code float[starts.length]}; negative infinity for a part without tokens
   */
  float[] scoreParts(Query query, Passage passage, TokenVectors vectors, int[] starts);

  /**
   * Like {@link #matches(Query, Passage)}, for a passage whose token vectors are known.
   *
   * @param vectors the token vectors of the passage
   */
  List<TokenMatch> matches(Query query, Passage passage, TokenVectors vectors);
}
