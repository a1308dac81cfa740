// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.runtime.onnx.GraphNodes;
import org.isogloss.runtime.onnx.GraphVersion;
import org.isogloss.runtime.onnx.GraphWriter;

/** Finds the vectors of all tokens in a graph that may only output their mean. */
public final class TokenStates {
  private TokenStates() {}

  /**
   * Returns bytes that can be appended to a graph, which then also has the output {@link
   * GraphOutputs#LAST_HIDDEN_STATE}; none for a graph that does not pool, has this output, or was
   * not written by {@link OnnxExport}.
   *
   * @return empty if the graph does not compute the mean of the vectors, possibly followed by dense
   *     layers
   */
  public static Optional<byte[]> appendix(Path graph) {
    GraphNodes nodes = GraphNodes.read(graph);
    if (nodes.of(GraphOutputs.SENTENCE_EMBEDDING).isEmpty() || GraphVersion.of(graph) == 0) {
      return Optional.of(new byte[0]);
    }
    boolean complete = nodes.of(GraphOutputs.LAST_HIDDEN_STATE).isPresent();
    return meanPooled(nodes, GraphOutputs.SENTENCE_EMBEDDING)
        .map(
            states ->
                complete
                    ? new byte[0]
                    : GraphWriter.outputAppendix(
                        GraphOutputs.LAST_HIDDEN_STATE,
                        states,
                        GraphOutputs.BATCH,
                        GraphOutputs.TOKENS,
                        "hidden"));
  }

  /** Follows the nodes of {@link GraphOutputs} back from the vector of a text. */
  private static Optional<String> meanPooled(GraphNodes nodes, String value) {
    return nodes
        .of(value)
        .flatMap(
            node ->
                switch (node.operator()) {
                  case "Identity", "LpNormalization", "Gemm", "Tanh", "Div", "Squeeze" ->
                      meanPooled(nodes, node.inputs().getFirst());
                  case "MatMul" ->
                      isMask(nodes, node.inputs().getFirst())
                          ? Optional.of(node.inputs().getLast())
                          : Optional.empty();
                  default -> Optional.empty();
                });
  }

  private static boolean isMask(GraphNodes nodes, String value) {
    return nodes
        .of(value)
        .filter(node -> node.operator().equals("Unsqueeze") || node.operator().equals("Cast"))
        .map(node -> node.inputs().getFirst())
        .filter(from -> from.equals(TransformerGraph.ATTENTION_MASK) || isMask(nodes, from))
        .isPresent();
  }
}
