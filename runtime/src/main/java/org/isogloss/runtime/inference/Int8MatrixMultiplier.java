package org.isogloss.runtime.inference;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Multiplies every vector of one block with every vector of another, in eight bits, by ONNX
 * Runtime: a processor's products of bytes are four times as fast as those of floats, and a block
 * that is read once serves many vectors. Sums are exact, in 32 bits. Works on its caller's thread,
 * one at a time.
 */
public final class Int8MatrixMultiplier implements AutoCloseable {
  private static final String ROWS = "rows";
  private static final String COLUMNS = "columns";
  private static final String PRODUCTS = "products";

  /** What makes signed bytes unsigned: 128 is added. */
  private static final byte ZERO = (byte) 128;

  /** So many vectors are turned at once: as many as fit into a line of the processor's cache. */
  private static final int TRANSPOSE_BLOCK = 64;

  private final int dimension;
  private final ElementType columnType;
  private final OrtSession session;
  private ByteBuffer rows = direct(0);
  private ByteBuffer loadColumns = direct(0);
  private ByteBuffer products = direct(0);
  private int columnCount;

  private Int8MatrixMultiplier(int dimension, ElementType columnType, OrtSession session) {
    this.dimension = dimension;
    this.columnType = columnType;
    this.session = session;
  }

  /**
   * Begins to multiply vectors.
   *
   * @param dimension their length, from 1 to 32,767, so that products are between -2<sup>29</sup>
   *     and 2<sup>29</sup> and their differences fit into 32 bits
   */
  public static Int8MatrixMultiplier open(int dimension) {
    if (dimension < 1 || dimension > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "vectors of " + dimension + " dimensions, expected 1 to " + Short.MAX_VALUE);
    }
    return open(dimension, columnType(WeightSignedness.fastestExact()));
  }

  private static ElementType columnType(WeightSignedness form) {
    return switch (form) {
      case SIGNED -> ElementType.INT8;
      case UNSIGNED -> ElementType.UINT8;
    };
  }

  /** The same with columns as INT8, which overflow on some processors, or as UINT8. */
  static Int8MatrixMultiplier open(int dimension, ElementType columnType) {
    GraphBuilder graph = new GraphBuilder("block_products");
    graph.input(ROWS, ElementType.UINT8, "m", String.valueOf(dimension));
    graph.input(COLUMNS, columnType, String.valueOf(dimension), "n");
    String zero =
        graph.addInitializer(Initializer.bytes("zero_point", ElementType.UINT8, new long[0], ZERO));
    List<String> factors =
        columnType == ElementType.INT8
            ? List.of(ROWS, COLUMNS, zero)
            : List.of(ROWS, COLUMNS, zero, zero);
    String product = graph.node("MatMulInteger", factors);
    graph.output(PRODUCTS, ElementType.INT32, product, "m", "n");
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(1)) {
      byte[] model = GraphWriter.toBytes(graph);
      return new Int8MatrixMultiplier(
          dimension,
          columnType,
          OnnxRuntimeEnvironment.environment().createSession(model, options));
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot multiply blocks of vectors", e);
    }
  }

  /**
   * Sets the block that the following ones are multiplied with.
   *
   * @param vectors {@code int8[n, dimension]}, from the buffer's position to its limit, which stay
   *     as they are
   */
  public void loadColumns(ByteBuffer vectors) {
    columnCount = count(vectors);
    loadColumns = grown(loadColumns, vectors.remaining());
    byte[] row = new byte[dimension * TRANSPOSE_BLOCK];
    byte moved = columnType == ElementType.INT8 ? 0 : ZERO;
    int from = vectors.position();
    for (int first = 0; first < columnCount; first += TRANSPOSE_BLOCK) {
      int many = Math.min(TRANSPOSE_BLOCK, columnCount - first);
      vectors.get(from + first * dimension, row, 0, many * dimension);
      for (int d = 0; d < dimension; d++) {
        int at = d * columnCount + first;
        for (int j = 0; j < many; j++) {
          loadColumns.put(at + j, (byte) (row[j * dimension + d] ^ moved));
        }
      }
    }
  }

  /**
   * Multiplies a block with that of {@link #loadColumns}.
   *
   * @param vectors {@code int8[m, dimension]}, from the buffer's position to its limit, which stay
   *     as they are
   * @return {@code [m, n]}: the dot product of row i and column j at {@code i * n + j}; good until
   *     the next call
   */
  public IntBuffer multiply(ByteBuffer vectors) {
    int rowCount = count(vectors);
    rows = grown(rows, vectors.remaining());
    long elements = (long) rowCount * columnCount;
    products = grown(products, Math.toIntExact(elements * Integer.BYTES));
    unsigned(vectors);
    if (elements == 0) {
      return products.slice(0, 0).asIntBuffer();
    }
    ByteBuffer out = products.slice(0, (int) elements * Integer.BYTES);
    IntBuffer result = out.order(ByteOrder.nativeOrder()).asIntBuffer();
    try (OnnxTensor left = tensor(rows, OnnxJavaType.UINT8, rowCount, dimension);
        OnnxTensor right =
            tensor(
                loadColumns,
                columnType == ElementType.INT8 ? OnnxJavaType.INT8 : OnnxJavaType.UINT8,
                dimension,
                columnCount);
        OnnxTensor pinned =
            OnnxTensor.createTensor(
                OnnxRuntimeEnvironment.environment(), result, new long[] {rowCount, columnCount})) {
      session.run(Map.of(ROWS, left, COLUMNS, right), Set.of(), Map.of(PRODUCTS, pinned)).close();
      return result;
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot multiply blocks of vectors", e);
    }
  }

  private int count(ByteBuffer vectors) {
    if (vectors.remaining() % dimension != 0) {
      throw new IllegalArgumentException(
          vectors.remaining() + " bytes, expected a multiple of " + dimension);
    }
    return vectors.remaining() / dimension;
  }

  private void unsigned(ByteBuffer vectors) {
    byte[] bytes = new byte[vectors.remaining()];
    vectors.get(vectors.position(), bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= ZERO;
    }
    rows.put(0, bytes);
  }

  private static OnnxTensor tensor(ByteBuffer bytes, OnnxJavaType type, long... shape)
      throws OrtException {
    ByteBuffer used = bytes.slice(0, Math.toIntExact(shape[0] * shape[1]));
    return OnnxTensor.createTensor(
        OnnxRuntimeEnvironment.environment(), used.order(ByteOrder.nativeOrder()), shape, type);
  }

  private static ByteBuffer grown(ByteBuffer buffer, int bytes) {
    return buffer.capacity() >= bytes ? buffer : direct(bytes);
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** Closing twice does nothing. */
  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot be closed", e);
    }
  }
}
