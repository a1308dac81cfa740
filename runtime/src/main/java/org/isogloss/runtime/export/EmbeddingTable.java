// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.FloatBuffer;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/** The token embeddings of a graph, by far its largest tensor. */
final class EmbeddingTable {
  private static final String WEIGHT = "embeddings.word_embeddings.weight";
  private static final String SCALE = WEIGHT + "_scale";

  /** The tensors of the table in a graph; the second one exists only if the table is quantised. */
  static final List<String> TENSOR_NAMES = List.of(WEIGHT, SCALE);

  private static final int ROWS_AT_ONCE = 1024;
  private static final int MAX_VALUE = 127;

  /** Receives consecutive rows. */
  @FunctionalInterface
  private interface RowSink {
    void accept(float[] rows) throws IOException;
  }

  private final TransformerWeights weights;
  private final String tensor;
  private final String name;
  private final String scaleName;
  private final int vocabularySize;
  private final int width;

  /** Creates the table of an encoder. */
  EmbeddingTable(TransformerWeights weights, int vocabularySize, int width) {
    this(weights, WEIGHT, WEIGHT, vocabularySize, width);
  }

  /**
   * Creates a table.
   *
   * @param tensor the tensor of the model, {@code [vocabularySize, width]}
   * @param name the name of the tensor in the graph
   */
  EmbeddingTable(
      TransformerWeights weights, String tensor, String name, int vocabularySize, int width) {
    this.weights = weights;
    this.tensor = tensor;
    this.name = name;
    this.scaleName = name + "_scale";
    this.vocabularySize = vocabularySize;
    this.width = width;
    weights.tensor(tensor, vocabularySize, width);
  }

  /**
   * Adds the operators that look up token embeddings.
   *
   * @param ids the name of {@code [batch, tokens]} token ids
   * @return the name of {@code [batch, tokens, width]} floats
   */
  String addLookup(GraphBuilder graph, String ids, VocabularyFormat format) {
    return switch (format) {
      case FP32 -> graph.node("Gather", List.of(graph.addInitializer(floats()), ids));
      case INT8 -> int8Lookup(graph, ids);
      case INT4 -> int4Lookup(graph, ids);
    };
  }

  /** Returns the table in single precision, {@code [vocabularySize, width]}. */
  Initializer floats() {
    return Initializer.floats(name, shape(width), sink -> forEachRows(sink::accept));
  }

  private String int8Lookup(GraphBuilder graph, String ids) {
    float[] scales = new float[vocabularySize];
    try {
      int[] row = {0};
      forEachRows(
          rows -> {
            for (int from = 0; from < rows.length; from += width) {
              scales[row[0]++] = largest(rows, from) / MAX_VALUE;
            }
          });
    } catch (IOException e) {
      throw new AssertionError("nothing was written", e);
    }
    String values =
        graph.addInitializer(
            new Initializer(
                name,
                ElementType.INT8,
                shape(width),
                (long) vocabularySize * width,
                out -> writeInt8(scales, out)));
    String scale = graph.addInitializer(Initializer.floats(scaleName, shape(1), scales));
    String quantized = graph.node("Gather", List.of(values, ids));
    return graph.node(
        "Mul",
        List.of(
            graph.node("Cast", List.of(quantized), attribute("to", ElementType.FLOAT.code())),
            graph.node("Gather", List.of(scale, ids))));
  }

  private float largest(float[] rows, int from) {
    float largest = 0;
    for (int i = from; i < from + width; i++) {
      largest = Math.max(largest, Math.abs(rows[i]));
    }
    return largest;
  }

  private void writeInt8(float[] scales, OutputStream out) throws IOException {
    int[] row = {0};
    forEachRows(
        rows -> {
          byte[] bytes = new byte[rows.length];
          for (int from = 0; from < rows.length; from += width) {
            float scale = scales[row[0]++];
            for (int i = from; i < from + width && scale > 0; i++) {
              bytes[i] = (byte) Math.clamp(Math.round(rows[i] / scale), -MAX_VALUE, MAX_VALUE);
            }
          }
          out.write(bytes);
        });
  }

  private String int4Lookup(GraphBuilder graph, String ids) {
    if (width % BlockInt4Quantization.BLOCK != 0) {
      throw new IsoglossException(
          "the token embeddings have the dimension "
              + width
              + ", but four bits require a multiple of "
              + BlockInt4Quantization.BLOCK
              + ": use eight bits");
    }
    int blocks = width / BlockInt4Quantization.BLOCK;
    String values =
        graph.addInitializer(
            new Initializer(
                name,
                ElementType.INT4,
                shape(width),
                (long) vocabularySize * width / 2,
                this::writeInt4));
    String scale =
        graph.addInitializer(
            Initializer.floats(
                scaleName, shape(blocks), sink -> forEachRows(r -> sink.accept(scales(r)))));
    return graph.contribNode(
        "GatherBlockQuantized",
        List.of(values, ids, scale),
        attribute("gather_axis", 0),
        attribute("quantize_axis", 1),
        attribute("block_size", BlockInt4Quantization.BLOCK));
  }

  private static float[] scales(float[] rows) {
    float[] scales = new float[rows.length / BlockInt4Quantization.BLOCK];
    for (int b = 0; b < scales.length; b++) {
      scales[b] = BlockInt4Quantization.scale(rows, b * BlockInt4Quantization.BLOCK);
    }
    return scales;
  }

  private void writeInt4(OutputStream out) throws IOException {
    forEachRows(
        rows -> {
          float[] scales = scales(rows);
          byte[] bytes = new byte[rows.length / 2];
          for (int b = 0; b < scales.length; b++) {
            int from = b * BlockInt4Quantization.BLOCK;
            BlockInt4Quantization.pack(rows, from, scales[b], bytes, from / 2);
          }
          out.write(bytes);
        });
  }

  private long[] shape(int columns) {
    return new long[] {vocabularySize, columns};
  }

  private void forEachRows(RowSink sink) throws IOException {
    for (int from = 0; from < vocabularySize; from += ROWS_AT_ONCE) {
      float[] rows = new float[Math.min(ROWS_AT_ONCE, vocabularySize - from) * width];
      weights.floats(tensor, (long) from * width, FloatBuffer.wrap(rows));
      sink.accept(rows);
    }
  }
}
