package org.isogloss.model;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The weights of a static encoder: one vector a piece of the vocabulary, in whole numbers of 8 bits
 * with one scale a row. Row {@code i} stands for the vector {@code scale[i] * row[i]}; its length
 * is how much the piece weighs in a text. In a file these are {@code embedding.weight} {@code
 * I8[pieces, dimension]} and {@code embedding.scale} {@code F32[pieces]}.
 */
public final class StaticEmbedding {
  static final String WEIGHT = "embedding.weight";
  static final String SCALE = "embedding.scale";

  private static final int LARGEST = 127;

  private final int dimension;
  private final byte[] rows;
  private final float[] scales;

  private StaticEmbedding(int dimension, byte[] rows, float[] scales) {
    this.dimension = dimension;
    this.rows = rows;
    this.scales = scales;
  }

  /**
   * Rounds vectors to 8 bits: a row's largest number becomes 127, so that no number is off by more
   * than {@code max|row| / 254}.
   *
   * @param vectors {@code [pieces, dimension]}, row by row, all finite
   */
  public static StaticEmbedding quantise(float[] vectors, int dimension) {
    if (dimension < 1 || requireNonNull(vectors, "vectors is null").length % dimension != 0) {
      throw new IllegalArgumentException(
          vectors.length + " numbers are no rows of " + dimension + " columns");
    }
    byte[] rows = new byte[vectors.length];
    float[] scales = new float[vectors.length / dimension];
    for (int i = 0; i < scales.length; i++) {
      float largest = 0;
      for (int j = i * dimension; j < (i + 1) * dimension; j++) {
        if (!Float.isFinite(vectors[j])) {
          throw new IllegalArgumentException(
              "row " + i + " column " + (j - i * dimension) + " is " + vectors[j]);
        }
        largest = Math.max(largest, Math.abs(vectors[j]));
      }
      scales[i] = largest / LARGEST;
      // A row so small that its scale is nothing, is nothing.
      for (int j = i * dimension; scales[i] > 0 && j < (i + 1) * dimension; j++) {
        rows[j] = (byte) Math.max(-LARGEST, Math.min(LARGEST, Math.round(vectors[j] / scales[i])));
      }
    }
    return new StaticEmbedding(dimension, rows, scales);
  }

  /**
   * Reads weights.
   *
   * @throws ModelFormatException if a tensor is missing or its shape or type is another
   */
  public static StaticEmbedding read(Safetensors tensors) {
    TensorInfo weight = tensors.tensor(WEIGHT);
    if (weight.type() != DataType.I8 || weight.shape().size() != 2) {
      throw new ModelFormatException(
          tensors.path(),
          "tensor \"" + WEIGHT + "\" is " + weight.describe() + ", expected I8[pieces, dimension]");
    }
    int pieces = weight.size(0);
    tensors.tensor(SCALE, pieces);
    float[] scales = tensors.floats(SCALE);
    for (int i = 0; i < pieces; i++) {
      if (!(scales[i] >= 0 && scales[i] < Float.POSITIVE_INFINITY)) {
        throw new ModelFormatException(
            tensors.path(),
            "tensor \"" + SCALE + "\" has " + scales[i] + " at " + i + ", expected 0 or more");
      }
    }
    ByteBuffer bytes = tensors.bytes(WEIGHT);
    byte[] rows = new byte[bytes.remaining()];
    bytes.get(rows);
    return new StaticEmbedding(weight.size(1), rows, scales);
  }

  /** Writes weights as a Safetensors file. */
  public void write(Path file) {
    new SafetensorsWriter()
        .metadata("format", "isogloss")
        .add(WEIGHT, rows, scales.length, dimension)
        .add(SCALE, scales, scales.length)
        .write(file);
  }

  /** How many pieces there are. */
  public int pieces() {
    return scales.length;
  }

  public int dimension() {
    return dimension;
  }

  /**
   * Adds a piece's vector.
   *
   * @param sum {@code float[dimension]}, added to
   */
  public void addTo(float[] sum, int piece) {
    float scale = scales[piece];
    int offset = piece * dimension;
    for (int j = 0; j < dimension; j++) {
      sum[j] += scale * rows[offset + j];
    }
  }

  /** A piece's vector. */
  public float[] vector(int piece) {
    float[] vector = new float[dimension];
    addTo(vector, piece);
    return vector;
  }
}
