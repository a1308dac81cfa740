// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.onnx.GraphParts;
import org.isogloss.runtime.onnx.GraphParts.Node;

/**
 * The form in single precision of a graph that {@link Int8MatMulBuilder} built, for devices without
 * kernels for matrix products in eight bits. It has the same weights: their eight bits are decoded
 * when a session is opened. Activations are not quantised, so vectors differ a little from those
 * that the graph itself computes.
 */
public final class DecodedGraph {
  private static final String PRODUCT = "MatMulIntegerToFloat";
  private static final int PRODUCT_INPUTS = 6;

  private DecodedGraph() {}

  /**
   * Returns whether a graph that Isogloss exported has products in eight bits.
   *
   * @param operators the operators of its nodes
   */
  public static boolean isNeeded(Set<String> operators) {
    return operators.contains(PRODUCT);
  }

  /**
   * Converts a graph.
   *
   * @param file the file of the graph, for error messages
   * @param graph the graph from position to limit, which are not changed
   * @return the converted graph, in off-heap memory; larger tensors remain in the files to which
   *     the graph refers
   * @throws ModelFormatException if the bytes are not a graph, or not one that Isogloss exported
   */
  public static ByteBuffer of(Path file, ByteBuffer graph) {
    GraphParts parts = GraphParts.read(file, graph);
    List<Node> decoded = new ArrayList<>();
    Set<String> products = new HashSet<>();
    Set<String> matrices = new HashSet<>();
    for (Node node : parts.nodes()) {
      if (node.operator().equals(PRODUCT)) {
        require(file, node, PRODUCT_INPUTS);
        String weights = node.inputs().get(1);
        String floats = weights + "_decoded";
        if (matrices.add(weights)) {
          List<String> valuesAndScale = List.of(weights, node.inputs().get(3));
          decoded.add(
              Node.of(
                  "DequantizeLinear", valuesAndScale, floats, attribute("axis", /* outputs */ 1)));
        }
        String product = node.outputs().getFirst();
        decoded.add(Node.of("MatMul", List.of(node.inputs().getFirst(), floats), product));
        products.add(product);
      } else if (node.operator().equals("QuantizeLinear") || isScaling(node, products)) {
        // The activations themselves, or their product, which needs no scale.
        require(file, node, 2);
        decoded.add(
            Node.of("Identity", List.of(node.inputs().getFirst()), node.outputs().getFirst()));
      } else {
        decoded.add(node);
      }
    }
    parts.replaceNodes(decoded);
    return parts.toBytes();
  }

  private static boolean isScaling(Node node, Set<String> products) {
    return node.operator().equals("Mul")
        && !node.inputs().isEmpty()
        && products.contains(node.inputs().getFirst());
  }

  private static void require(Path file, Node node, int inputs) {
    if (node.inputs().size() < inputs || node.outputs().size() != 1) {
      throw new ModelFormatException(
          file,
          "has a node "
              + node.operator()
              + " with "
              + node.inputs().size()
              + " inputs and "
              + node.outputs().size()
              + " outputs, expected at least "
              + inputs
              + " and one: export the model again");
    }
  }
}
