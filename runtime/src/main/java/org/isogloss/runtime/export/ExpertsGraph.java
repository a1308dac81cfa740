// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.List;
import org.isogloss.modelio.architecture.Experts;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.export.MatMulBuilder.Activations;
import org.isogloss.runtime.export.MatMulBuilder.Matrix;
import org.isogloss.runtime.export.MatMulBuilder.PreparedVectors;
import org.isogloss.runtime.export.MatMulBuilder.TokenSelection;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds a feed-forward part of experts. Each expert computes only the tokens that the router gives
 * it: their vectors are gathered, and its outputs are added to those of the other experts at the
 * rows of the tokens. The router is computed in single precision.
 */
record ExpertsGraph(
    GraphBuilder graph, TransformerWeights weights, MatMulBuilder matMul, int hidden) {

  /**
   * Adds the part.
   *
   * @param in beginning of the names of the layer's tensors
   * @return the sum of the experts, in the shape of {@code x}, without the bias
   */
  String add(FeedForward settings, String in, Activations x) {
    Experts experts = settings.experts().orElseThrow();
    PreparedVectors prepared = matMul.prepare(x);
    String values = rows(prepared.values(), hidden);
    String scale = prepared.scale().isEmpty() ? "" : rows(prepared.scale(), 1);
    Routing routing = route(experts, in, rows(x.name(), hidden));
    String sum = graph.node("Mul", List.of(rows(x.name(), hidden), graph.scalar(0f)));
    for (int expert = 0; expert < experts.count(); expert++) {
      Share share = share(routing, expert);
      PreparedVectors gathered =
          new PreparedVectors(
              graph.node("Gather", List.of(values, share.tokens)),
              scale.isEmpty() ? "" : graph.node("Gather", List.of(scale, share.tokens)));
      TokenSelection selection = new TokenSelection(in + expert);
      String output = expert(settings, in + "experts." + expert + ".", gathered, selection);
      String weighted = graph.node("Mul", List.of(output, column(share.weights)));
      sum =
          graph.node(
              "ScatterND",
              List.of(sum, column(share.tokens), weighted),
              attribute("reduction", "add"));
    }
    return graph.node("Reshape", List.of(sum, graph.node("Shape", List.of(x.name()))));
  }

  /**
   * The experts of each token.
   *
   * @param probabilities {@code [tokens, active]} floats
   * @param experts {@code [tokens, active]} indices
   */
  private record Routing(String probabilities, String experts) {}

  /**
   * The tokens that an expert computes, and the weights of its outputs. The last one is the first
   * token with the weight 0, because ONNX Runtime 1.29 computes a wrong shape for the maximum of no
   * rows.
   *
   * @param tokens {@code [rows]} indices
   * @param weights {@code [rows]} floats
   */
  private record Share(String tokens, String weights) {}

  private Share share(Routing routing, int expert) {
    String chosen = graph.node("Equal", List.of(routing.experts, graph.scalar((long) expert)));
    // Two rows of indices into [tokens, active].
    String positions = graph.node("NonZero", List.of(chosen));
    String pairs = graph.node("Transpose", List.of(positions), attribute("perm", List.of(1L, 0L)));
    return new Share(
        concatenated(graph.node("Gather", List.of(positions, graph.scalar(0L))), graph.vector(0)),
        concatenated(
            graph.node("GatherND", List.of(routing.probabilities, pairs)),
            graph.addInitializer(Initializer.floats("no_weight", new long[] {1}, 0))));
  }

  private String concatenated(String first, String second) {
    return graph.node("Concat", List.of(first, second), attribute("axis", 0));
  }

  private String column(String vector) {
    return graph.node("Unsqueeze", List.of(vector, graph.vector(-1)));
  }

  private Routing route(Experts experts, String in, String x) {
    String router = in + "router.weight";
    String columns =
        graph.addInitializer(
            Initializer.floats(
                router,
                new long[] {hidden, experts.count()},
                new Matrix(router, experts.count(), hidden, false).values(weights)));
    String probabilities =
        graph.node(
            "Softmax", List.of(graph.node("MatMul", List.of(x, columns))), attribute("axis", -1));
    List<String> top =
        graph.node(
            "TopK",
            2,
            List.of(probabilities, graph.vector(experts.active())),
            attribute("axis", -1));
    return new Routing(top.get(0), top.get(1));
  }

  private String expert(
      FeedForward settings, String in, PreparedVectors x, TokenSelection selection) {
    String widened =
        matMul.multiply(x, new Matrix(in + "intermediate.weight", settings.width(), hidden, false));
    Activations activated =
        new Activations(
            TransformerGraph.activation(graph, settings.activation(), widened),
            settings.width(),
            selection,
            TransformerGraph.lowest(settings.activation()));
    return matMul.multiply(
        matMul.prepare(activated),
        new Matrix(in + "output.transposed", hidden, settings.width(), true));
  }

  /** Returns the vectors of all texts as the rows of one matrix. */
  private String rows(String x, int width) {
    return graph.node("Reshape", List.of(x, graph.vector("rows_of_" + width, -1, width)));
  }
}
