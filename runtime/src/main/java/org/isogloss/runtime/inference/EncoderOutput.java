// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OnnxJavaType;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.export.GraphOutputs;

/**
 * The output of a graph from which the vector of a text is taken: {@code sentence_embedding},
 * {@code [batch, dimension]}, or else the vectors of tokens, {@code [batch, tokens, hidden]}, which
 * are then pooled: {@code last_hidden_state}, {@code token_embeddings}, or the only output of three
 * dimensions.
 *
 * @param pooled whether it is the vector of a text
 * @param width its last dimension; empty if the graph does not declare it
 */
public record EncoderOutput(String name, boolean pooled, OptionalInt width) {
  private static final List<String> TOKEN_VECTORS =
      List.of(GraphOutputs.LAST_HIDDEN_STATE, "token_embeddings");

  /** Types that ONNX Runtime converts to floats. */
  private static final Set<OnnxJavaType> FLOATS =
      Set.of(OnnxJavaType.FLOAT, OnnxJavaType.FLOAT16, OnnxJavaType.BFLOAT16);

  /**
   * Maximum dimension of a vector, several times the largest known, because vectors are allocated
   * with the dimension that the graph declares.
   */
  private static final long MAX_WIDTH = 1 << 16;

  /**
   * Chooses the output of a graph.
   *
   * @throws ModelFormatException if it has none, or one of another shape or type
   */
  public static EncoderOutput of(OnnxSession session) {
    return find(session, List.of(GraphOutputs.SENTENCE_EMBEDDING), 2)
        .or(() -> ofTokens(session))
        .orElseThrow(
            () ->
                new ModelFormatException(
                    session.file(),
                    "has the outputs "
                        + session.describeOutputs()
                        + ", expected "
                        + GraphOutputs.SENTENCE_EMBEDDING
                        + "[batch, dimension] or the vectors of all tokens, "
                        + String.join(" or ", TOKEN_VECTORS)
                        + "[batch, tokens, hidden]: a cross-encoder cannot encode texts"));
  }

  /** Finds the output with the vectors of all tokens. */
  public static Optional<EncoderOutput> ofTokens(OnnxSession session) {
    List<String> threeDimensional =
        session.outputs().stream().filter(name -> session.shape(name).length == 3).toList();
    return find(session, TOKEN_VECTORS, 3)
        .or(
            () ->
                threeDimensional.size() == 1
                    ? find(session, threeDimensional, 3)
                    : Optional.empty());
  }

  private static Optional<EncoderOutput> find(OnnxSession session, List<String> names, int rank) {
    return names.stream()
        .filter(session.outputs()::contains)
        .findFirst()
        .map(name -> of(session, name, rank));
  }

  private static EncoderOutput of(OnnxSession session, String name, int rank) {
    long[] shape = session.shape(name);
    if (shape.length != rank || !FLOATS.contains(session.type(name))) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.describeOutputs()
              + ", expected floats of "
              + rank
              + " dimensions as "
              + name);
    }
    long width = shape[rank - 1];
    if (width > MAX_WIDTH) {
      throw new ModelFormatException(
          session.file(), "has vectors of dimension " + width + ", expected at most " + MAX_WIDTH);
    }
    return new EncoderOutput(
        name, rank == 2, width > 0 ? OptionalInt.of((int) width) : OptionalInt.empty());
  }

  /**
   * Reads the vector of a text.
   *
   * @param values the row of the text, from the position
   * @param size number of values of the row
   * @param tokens number of tokens of the row
   * @param read number of its tokens that are not padding, the first ones
   * @param dense the layers after the pooling; not applied to a vector that is pooled
   * @return a vector of unit length
   */
  public float[] vector(
      FloatBuffer values, int size, int tokens, int read, Pooling pooling, List<DenseLayer> dense) {
    if (!pooled) {
      return TokenPooling.pool(values, read, size / tokens, pooling, dense);
    }
    float[] vector = new float[size];
    values.get(vector);
    return UnitVectors.normalize(vector);
  }
}
