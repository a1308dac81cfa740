// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds matrix products in eight bits. Every activation vector is quantised to -127 to 127 with
 * its own scale, computed at run time, so that the result for a text does not depend on the other
 * texts of a batch. A matrix has one scale per output.
 *
 * <p>Quantised activations are stored with an offset of 128, because processors multiply unsigned
 * by signed bytes fastest.
 */
public final class Int8MatMulBuilder implements MatMulBuilder {
  /** Largest magnitude of a weight and of an activation. */
  static final int MAX_VALUE = 127;

  private static final String ZERO = "zero_point";

  private final GraphBuilder graph;
  private final TransformerWeights weights;
  private final Map<TokenSelection, String> zeros = new HashMap<>();

  Int8MatMulBuilder(GraphBuilder graph, TransformerWeights weights) {
    this.graph = graph;
    this.weights = weights;
  }

  @Override
  public PreparedVectors prepare(Activations x) {
    String scale = graph.node("Mul", List.of(largest(x), graph.scalar(1f / MAX_VALUE)));
    String values =
        graph.node(
            "QuantizeLinear",
            List.of(x.name(), scale, zeros(x.selection(), scale)),
            attribute("axis", -1),
            attribute("block_size", x.width()));
    return new PreparedVectors(values, scale);
  }

  /** Returns the largest magnitude of each vector, or an upper bound; never zero. */
  private String largest(Activations x) {
    String lastAxis = graph.vector(-1);
    String highest = graph.node("ReduceMax", List.of(x.name(), lastAxis), attribute("keepdims", 1));
    if (x.lowerBound() > Float.NEGATIVE_INFINITY) {
      float minMagnitude = Math.max(-x.lowerBound(), Float.MIN_NORMAL);
      return graph.node("Max", List.of(highest, graph.scalar(minMagnitude)));
    }
    String lowest = graph.node("ReduceMin", List.of(x.name(), lastAxis), attribute("keepdims", 1));
    // Avoids a division by zero for a vector of zeros.
    return graph.node(
        "Max",
        List.of(highest, graph.node("Neg", List.of(lowest)), graph.scalar(Float.MIN_NORMAL)));
  }

  /**
   * Returns zero points in the shape of the scales, computed once for all tensors with the same
   * token selection.
   */
  private String zeros(TokenSelection rows, String scale) {
    return zeros.computeIfAbsent(
        rows,
        selection -> graph.node("Expand", List.of(zero(), graph.node("Shape", List.of(scale)))));
  }

  private String zero() {
    return graph.addInitializer(
        Initializer.bytes(ZERO, ElementType.UINT8, new long[0], (byte) 128));
  }

  @Override
  public String multiply(PreparedVectors x, Matrix matrix) {
    String weight = matrix.name();
    int out = matrix.out();
    float[] scales = scales(matrix);
    String values =
        graph.addInitializer(
            new Initializer(
                weight,
                ElementType.INT8,
                new long[] {matrix.in(), out},
                (long) matrix.in() * out,
                stream -> stream.write(quantized(matrix, scales))));
    String scale =
        graph.addInitializer(Initializer.floats(weight + "_scale", new long[] {out}, scales));
    // One zero point per matrix: ONNX Runtime overwrites it when it converts weights to unsigned.
    String weightZero =
        graph.addInitializer(
            Initializer.bytes(weight + "_zero", ElementType.INT8, new long[0], (byte) 0));
    String product =
        graph.contribNode(
            "MatMulIntegerToFloat",
            List.of(x.values(), values, graph.scalar(1f), scale, zero(), weightZero));
    return graph.node("Mul", List.of(product, x.scale()));
  }

  private float[] scales(Matrix matrix) {
    float[] values = matrix.values(weights);
    float[] scales = new float[matrix.out()];
    Arrays.fill(scales, Float.MIN_NORMAL);
    for (int i = 0; i < values.length; i++) {
      int output = i % scales.length;
      scales[output] = Math.max(scales[output], Math.abs(values[i]));
    }
    for (int output = 0; output < scales.length; output++) {
      scales[output] /= MAX_VALUE;
    }
    return scales;
  }

  private byte[] quantized(Matrix matrix, float[] scales) {
    float[] values = matrix.values(weights);
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(values[i] / scales[i % scales.length]);
    }
    return bytes;
  }
}
