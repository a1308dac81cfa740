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
 * The word embedding E as the product of two narrow matrices, the nearest to it of their rank
 * (Eckart and Young 1936). E is long and thin, so that its right singular vectors are found as the
 * eigenvectors U of E<sup>T</sup>E; the rows become E U, and U is the projection that widens them.
 * No more of E than some thousand rows is in memory at once.
 */
final class LowRankEmbedding {
  /** What the names of all tensors of a word embedding begin with. */
  static final String TENSOR_PREFIX = "embeddings.word_embeddings";

  /** {@code [vocabulary, embedding size]}. */
  static final String ROW_TENSOR = TENSOR_PREFIX + ".weight";

  private static final String PROJECTION = TENSOR_PREFIX + "_projection.weight";
  private static final int CHUNK_ROWS = 4096;

  private final TransformerWeights weights;
  private final TransformerConfig config;
  private final int rank;
  private final float[] rowProjection;
  private final float[] projection;
  private final double varianceKept;

  /** Sees the rows of the word embedding, some at a time. */
  private interface RowsReader {
    void read(Tensor rows) throws IOException;
  }

  private LowRankEmbedding(
      TransformerWeights weights,
      TransformerConfig config,
      int rank,
      float[] narrowing,
      float[] projection,
      double varianceKept) {
    this.weights = weights;
    this.config = config;
    this.rank = rank;
    this.rowProjection = narrowing;
    this.projection = projection;
    this.varianceKept = varianceKept;
  }

  /**
   * Finds the factors.
   *
   * @param weights stay open until all was written
   * @param config of the model as it is
   * @param rank below its embedding size
   */
  // The scope frees what is computed.
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
        throw new AssertionError("nothing is written here", e);
      }
      // Where rows are widened by P already, it is E P^T whose squares are to be kept. With Q R = P
      // its right singular vectors are those of R E^T E R^T, turned by Q.
      Tensor turned = gram;
      Tensor back = torch.eye(width, gram.options());
      Tensor outer = back;
      if (config.isFactorised()) {
        var qr = torch.linalg_qr(stored(weights, config));
        outer = qr.get0();
        back = qr.get1();
        turned = back.matmul(gram).matmul(back.t());
      }
      // Eigenvalues come in ascending order.
      var eigen = torch.linalg_eigh(turned);
      Tensor greatest = eigen.get1().narrow(1, width - rank, rank).flip(1);
      Tensor values = eigen.get0();
      double kept = values.narrow(0, width - rank, rank).sum().item_double();
      double all = values.sum().item_double();
      return new LowRankEmbedding(
          weights,
          config,
          rank,
          floats(back.t().matmul(greatest)),
          floats(outer.matmul(greatest)),
          all > 0 ? kept / all : 1);
    }
  }

  private static Tensor stored(TransformerWeights weights, TransformerConfig config) {
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
        Tensor some = TensorMemory.empty(ScalarType.Float, rows, width);
        weights.floats(ROW_TENSOR, (long) row * width, some.<FloatBuffer>createBuffer());
        reader.read(some);
      }
    }
  }

  /** The share of the sum of squares that the factors keep. */
  double varianceKept() {
    return varianceKept;
  }

  /** Announces both factors. */
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
