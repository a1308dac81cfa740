// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import java.io.IOException;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.torch.TensorMemory;

/**
 * The best low-rank approximation of the word embedding E, as the product of two narrow matrices
 * (Eckart and Young 1936). E has many more rows than columns; its right singular vectors are
 * therefore computed as the eigenvectors U of E<sup>T</sup>E. The new rows are E U, and U is the
 * projection to the original width. At most {@value #CHUNK_ROWS} rows of E are in memory at the
 * same time.
 */
final class LowRankEmbedding {
  /** Prefix of the names of all tensors of a word embedding. */
  static final String TENSOR_PREFIX = "embeddings.word_embeddings";

  /** The tensor of the rows, {@code [vocabulary, embedding size]}. */
  static final String ROW_TENSOR = TENSOR_PREFIX + ".weight";

  private static final String PROJECTION = TENSOR_PREFIX + "_projection.weight";
  private static final int CHUNK_ROWS = 4096;

  private final TransformerWeights weights;
  private final TransformerConfig config;
  private final int rank;
  private final float[] rowProjection;
  private final float[] projection;
  private final double varianceKept;

  /** Receives the rows of the word embedding in chunks. */
  private interface RowsReader {
    void read(Tensor rows) throws IOException;
  }

  private LowRankEmbedding(
      TransformerWeights weights,
      TransformerConfig config,
      int rank,
      float[] rowProjection,
      float[] projection,
      double varianceKept) {
    this.weights = weights;
    this.config = config;
    this.rank = rank;
    this.rowProjection = rowProjection;
    this.projection = projection;
    this.varianceKept = varianceKept;
  }

  /**
   * Computes the factors.
   *
   * @param weights the weights of the model, which must stay open until the factors are written
   * @param config configuration of the original model
   * @param rank the rank, less than the embedding size
   */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  static LowRankEmbedding of(TransformerWeights weights, TransformerConfig config, int rank) {
    try (PointerScope scope = new PointerScope()) {
      int width = config.embeddingSize();
      Tensor gram = torch.zeros_like(TensorMemory.empty(ScalarType.Double, width, width));
      try {
        forEachChunk(
            weights,
            config,
            rows -> {
              Tensor exact = rows.to(ScalarType.Double);
              gram.add_(exact.t().matmul(exact));
            });
      } catch (IOException e) {
        throw new AssertionError("the consumer of the rows performs no I/O", e);
      }
      // If the embedding is already factorised with a projection P, E P^T is approximated. With
      // Q R = P, its right singular vectors are the eigenvectors of R E^T E R^T, multiplied by Q.
      Tensor rotated = gram;
      Tensor back = torch.eye(width, gram.options());
      Tensor outer = back;
      if (config.isFactorised()) {
        var qr = torch.linalg_qr(readProjection(weights, config));
        outer = qr.get0();
        back = qr.get1();
        rotated = back.matmul(gram).matmul(back.t());
      }
      // Eigenvalues are in ascending order.
      var eigen = torch.linalg_eigh(rotated);
      Tensor eigenvectors = eigen.get1().narrow(1, width - rank, rank).flip(1);
      Tensor values = eigen.get0();
      double keptVariance = values.narrow(0, width - rank, rank).sum().item_double();
      double totalVariance = values.sum().item_double();
      return new LowRankEmbedding(
          weights,
          config,
          rank,
          floats(back.t().matmul(eigenvectors)),
          floats(outer.matmul(eigenvectors)),
          totalVariance > 0 ? keptVariance / totalVariance : 1);
    }
  }

  private static Tensor readProjection(TransformerWeights weights, TransformerConfig config) {
    float[] values = weights.floats(PROJECTION, config.hiddenSize(), config.embeddingSize());
    return Tensor.create(values, config.hiddenSize(), config.embeddingSize()).to(ScalarType.Double);
  }

  private static float[] floats(Tensor matrix) {
    Tensor flat = matrix.to(ScalarType.Float).contiguous();
    float[] floats = new float[Math.toIntExact(flat.numel())];
    flat.<FloatBuffer>createBuffer().get(floats);
    return floats;
  }

  @SuppressWarnings("try")
  private static void forEachChunk(
      TransformerWeights weights, TransformerConfig config, RowsReader reader) throws IOException {
    int width = config.embeddingSize();
    for (int row = 0; row < config.vocabularySize(); row += CHUNK_ROWS) {
      int rows = Math.min(CHUNK_ROWS, config.vocabularySize() - row);
      try (PointerScope scope = new PointerScope()) {
        Tensor chunk = TensorMemory.empty(ScalarType.Float, rows, width);
        weights.floats(ROW_TENSOR, (long) row * width, chunk.<FloatBuffer>createBuffer());
        reader.read(chunk);
      }
    }
  }

  /** Returns the share of the sum of squares that the factors preserve. */
  double varianceKept() {
    return varianceKept;
  }

  /** Adds both factors to a writer. */
  void addTo(TransformerFolderWriter writer, DataType type) {
    writer.add(new TensorInfo(ROW_TENSOR, type, config.vocabularySize(), rank), this::writeRows);
    writer.add(
        new TensorInfo(PROJECTION, type, config.hiddenSize(), rank), out -> out.floats(projection));
  }

  @SuppressWarnings("try")
  private void writeRows(TensorOutput out) throws IOException {
    try (PointerScope scope = new PointerScope()) {
      Tensor narrow = Tensor.create(rowProjection, config.embeddingSize(), rank);
      forEachChunk(
          weights, config, rows -> out.floats(rows.matmul(narrow).<FloatBuffer>createBuffer()));
    }
  }
}
