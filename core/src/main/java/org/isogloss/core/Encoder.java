// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;
import java.util.Optional;

/**
 * Encodes texts as vectors whose dot product is the similarity of the texts. Implementations are
 * thread-safe. The vector of a text depends only on the text and its role, not on the other texts
 * of the batch.
 */
public interface Encoder extends AutoCloseable {
  /** The length of every vector. */
  int dimension();

  /**
   * Identifies the model: a checksum of everything that determines its vectors. An index stores the
   * fingerprint and rejects an encoder with a different one. Vectors of encoders with the same
   * fingerprint can be compared; those of the same text differ only by the rounding of activations,
   * and only if the encoders run on different devices or in different precisions.
   *
   * @return lower-case hexadecimal digits, the same for the same model on every machine
   */
  String fingerprint();

  /**
   * Encodes texts.
   *
   * @param texts any number of texts of any length; text beyond the maximum length of the model is
   *     ignored
   * @return {@code float[texts.size()][dimension()]}; each vector has unit length, except that the
   *     vector of a {@link #isBlank blank} text, or of a text without any token in the model's
   *     vocabulary, is all zeros
   */
  float[][] encode(List<String> texts, Role role);

  /**
   * Whether a vector returned by {@link #encode} has a component other than zero. The zero vector
   * stands for a text in which the model knows no token; it is equally similar to every vector.
   */
  static boolean isNonZero(float[] vector) {
    for (float component : vector) {
      if (component != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a text has nothing to encode: it is empty or consists only of white space, control and
   * format characters, unassigned code points and unpaired surrogates.
   */
  static boolean isBlank(String text) {
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      if (!isBlank(text.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlank(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.UNASSIGNED,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /**
   * Whether the encoder reads the whole text. If not, {@link #encode} truncates it to the maximum
   * length of the model; split long texts into passages first.
   */
  default boolean fits(String text, Role role) {
    return true;
  }

  /**
   * Whether the encoder reads words in their context rather than as a bag of words. The vector of a
   * sentence then carries more than its words do, and dense retrieval needs less support from
   * lexical scores.
   */
  default boolean isContextual() {
    return true;
  }

  /**
   * The conversion of the cosines of queries and passages to probabilities that a passage answers
   * the query, as estimated when the model was made; empty if it is not known.
   */
  default Optional<ScoreProbability> probability() {
    return Optional.empty();
  }

  /**
   * Returns an encoder of passages in the context of their texts. It is closed with this encoder.
   *
   * @throws IsoglossException if the model cannot encode them; the message states what it lacks
   */
  default SpanEncoder spans() {
    throw new IsoglossException(
        "the model cannot encode passages in the context of their documents, expected a transformer"
            + " with mean pooling: use such a model, or index without late chunking");
  }

  /**
   * Releases the encoder's resources; it cannot be used afterwards. Closing it again has no effect.
   */
  @Override
  void close();
}
