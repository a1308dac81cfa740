// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * The tensors of static embeddings, in one of three forms:
 *
 * <ul>
 *   <li>this library's: {@link StaticModelWriter#VALUES}, I8, and {@link StaticModelWriter#SCALES};
 *   <li>sentence-transformers': {@code embedding.weight}, floats {@code [tokens, dimension]};
 *   <li>model2vec's: {@code embeddings}, floats or I8 {@code [rows, dimension]}; optionally {@code
 *       mapping}, integers {@code [tokens]}, the row of each token, without which token i has row
 *       i; and {@code weights}, floats {@code [tokens]}, by which the rows of tokens are
 *       multiplied.
 * </ul>
 */
public final class StaticTensors {
  private static final String ROWS = "embeddings";
  private static final String MAPPING = "mapping";
  private static final String WEIGHTS = "weights";

  private final Safetensors tensors;
  private final TensorInfo rows;

  private StaticTensors(Safetensors tensors) {
    this.tensors = tensors;
    this.rows = tensors.tensor(tensors.has(ROWS) ? ROWS : StaticModelWriter.VALUES);
    if (rows.shape().size() != 2 || rows.elementCount() == 0) {
      throw error(rows, "a matrix [tokens, dimension]");
    }
    if (rows.type() != DataType.I8 && !rows.type().isFloatingPoint()) {
      throw error(rows, "floating-point numbers or I8");
    }
  }

  /**
   * Adds the keys {@code vocab_size} and {@code hidden_size}, which only this library writes, to
   * the configuration of a model.
   *
   * @param folder contains the tensors
   * @throws ModelFormatException if it has none
   */
  public static void addSizes(Path folder, ObjectNode config) {
    try (Safetensors file = Safetensors.open(folder)) {
      StaticTensors tensors = new StaticTensors(file);
      config
          .put("vocab_size", tensors.tokens())
          .put("hidden_size", tensors.rows.shape().get(1).longValue());
    }
  }

  /**
   * Reads the vectors of all tokens into memory.
   *
   * @throws ModelFormatException if a tensor does not have the given size, or is damaged
   */
  public static EmbeddingRows read(Safetensors file, int vocabularySize, int dimension) {
    StaticTensors tensors = new StaticTensors(file);
    boolean mapped = file.has(MAPPING);
    long rows = mapped ? tensors.rows.shape().getFirst() : vocabularySize;
    file.tensor(tensors.rows.name(), rows, dimension);
    if ((long) vocabularySize * dimension > Integer.MAX_VALUE - Long.BYTES) {
      throw new ModelFormatException(
          file.path(),
          "tensor \"" + tensors.rows.name() + "\" is larger than the limit of a Java array");
    }
    try {
      return tensors.rows.type() == DataType.I8
          ? tensors.bytes(vocabularySize, dimension)
          : tensors.floats(vocabularySize, dimension);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file.path(), e.getMessage(), e);
    }
  }

  private long tokens() {
    return tensors.has(MAPPING) ? tensors.tensor(MAPPING).elementCount() : rows.shape().getFirst();
  }

  private StaticEmbeddings bytes(int vocabularySize, int dimension) {
    byte[] values = new byte[vocabularySize * dimension];
    int[] mapping = mapping(vocabularySize);
    for (int token = 0; token < vocabularySize; token++) {
      tensors
          .bytes(rows.name(), (long) mapping[token] * dimension, dimension)
          .get(values, token * dimension, dimension);
    }
    return new StaticEmbeddings(dimension, values, weights(vocabularySize));
  }

  private FloatEmbeddings floats(int vocabularySize, int dimension) {
    float[] values = new float[vocabularySize * dimension];
    int[] mapping = mapping(vocabularySize);
    float[] weights = weights(vocabularySize);
    for (int token = 0; token < vocabularySize; token++) {
      FloatBuffer row = FloatBuffer.wrap(values, token * dimension, dimension);
      tensors.floats(rows.name(), (long) mapping[token] * dimension, row);
      for (int i = token * dimension; i < (token + 1) * dimension; i++) {
        values[i] *= weights[token];
      }
    }
    WeightValidator.requireValid(tensors.fileOf(rows.name()), rows.name(), values);
    return new FloatEmbeddings(dimension, values);
  }

  /** Returns the row of each token. */
  private int[] mapping(int vocabularySize) {
    int[] mapping = new int[vocabularySize];
    if (!tensors.has(MAPPING)) {
      Arrays.setAll(mapping, token -> token);
      return mapping;
    }
    TensorInfo tensor = tensors.tensor(MAPPING, vocabularySize);
    if (tensor.type().isFloatingPoint()) {
      throw error(tensor, "integers");
    }
    long[] stored = tensors.integers(MAPPING);
    for (int token = 0; token < vocabularySize; token++) {
      if (stored[token] < 0 || stored[token] >= rows.shape().getFirst()) {
        throw error(
            tensor, "rows from 0 to " + (rows.shape().getFirst() - 1) + ", not " + stored[token]);
      }
      mapping[token] = (int) stored[token];
    }
    return mapping;
  }

  /** Returns the factor of each token's row. */
  private float[] weights(int vocabularySize) {
    String name = tensors.has(StaticModelWriter.SCALES) ? StaticModelWriter.SCALES : WEIGHTS;
    if (!tensors.has(name)) {
      float[] ones = new float[vocabularySize];
      Arrays.fill(ones, 1);
      return ones;
    }
    TensorInfo tensor = tensors.tensor(name, vocabularySize);
    if (!tensor.type().isFloatingPoint()) {
      throw error(tensor, "floating-point numbers");
    }
    return tensors.floats(name);
  }

  private ModelFormatException error(TensorInfo tensor, String expected) {
    return new ModelFormatException(
        tensors.fileOf(tensor.name()),
        "tensor \"" + tensor.name() + "\" is " + tensor.describe() + ", expected " + expected);
  }
}
