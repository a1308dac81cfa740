// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.export.MatMulBuilder.TokenSelection;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds what attention knows about positions: rotations, and values that are added to the products
 * of queries and keys. They are computed once for all layers that share them, and depend on the
 * length of the texts only.
 */
final class PositionGraph {
  /** Added to the products of tokens that do not attend to each other. */
  private static final float EXCLUDED = -1e30f;

  private final GraphBuilder graph;
  private final EncoderArchitecture architecture;
  private final TransformerWeights weights;
  private final Map<Object, String> computed = new HashMap<>();

  PositionGraph(GraphBuilder graph, EncoderArchitecture architecture, TransformerWeights weights) {
    this.graph = graph;
    this.architecture = architecture;
    this.weights = weights;
  }

  /**
   * Rotates queries or keys.
   *
   * @param x the name of {@code [batch, tokens, heads * head size]} floats, of which the first
   *     token is at the first position
   */
  String rotate(String x, RelativePositions.Rotary rotary, int heads) {
    List<GraphBuilder.Attribute> attributes =
        new ArrayList<>(List.of(attribute("num_heads", heads)));
    if (rotary.dimensions() < architecture.attention().headSize()) {
      attributes.add(attribute("rotary_embedding_dim", rotary.dimensions()));
    }
    return graph.contribNode(
        "RotaryEmbedding",
        List.of(x, graph.vector(0), table("Cos", rotary), table("Sin", rotary)),
        attributes.toArray(GraphBuilder.Attribute[]::new));
  }

  /** Returns {@code [tokens, dimensions / 2]} cosines or sines of the angles. */
  private String table(String function, RelativePositions.Rotary rotary) {
    return compute(List.of(function, rotary), () -> graph.node(function, List.of(angles(rotary))));
  }

  private String angles(RelativePositions.Rotary rotary) {
    return compute(
        rotary,
        () -> {
          float[] frequencies = rotary.frequencies();
          String row =
              graph.addInitializer(
                  Initializer.floats(
                      "frequencies_" + computed.size(),
                      new long[] {1, frequencies.length},
                      frequencies));
          String column = graph.node("Unsqueeze", List.of(floats(positions()), graph.vector(1)));
          return graph.node("Mul", List.of(column, row));
        });
  }

  /**
   * Returns what is added to the products of queries and keys in a layer, {@code [1, heads or 1,
   * queries, tokens]}; empty if nothing is.
   */
  Optional<String> attentionBias(EncoderLayer layer, TokenSelection selection) {
    Optional<String> bias = combine(window(layer), byDistance(layer.positions()));
    return selection.equals(TokenSelection.ALL_TOKENS) ? bias : bias.map(this::firstQuery);
  }

  private Optional<String> combine(Optional<String> window, Optional<String> byDistance) {
    if (window.isEmpty() || byDistance.isEmpty()) {
      return window.or(() -> byDistance);
    }
    List<String> both = List.of(window.get(), byDistance.get());
    return Optional.of(compute(both, () -> graph.node("Add", both)));
  }

  private String firstQuery(String bias) {
    return graph.node("Slice", List.of(bias, graph.vector(0), graph.vector(1), graph.vector(2)));
  }

  private Optional<String> window(EncoderLayer layer) {
    if (!layer.isLocal()) {
      return Optional.empty();
    }
    return Optional.of(
        compute(
            layer.reach(),
            () -> {
              String far =
                  graph.node("Greater", List.of(magnitudes(), graph.scalar((long) layer.reach())));
              return graph.node("Mul", List.of(floats(far), graph.scalar(EXCLUDED)));
            }));
  }

  private Optional<String> byDistance(RelativePositions positions) {
    return switch (positions) {
      case RelativePositions.None none -> Optional.empty();
      case RelativePositions.Rotary rotary -> Optional.empty();
      case RelativePositions.LinearBias linear -> Optional.of(compute(linear, this::linearBias));
      case RelativePositions.Bucketed bucketed ->
          Optional.of(compute(bucketed, () -> bucketed(bucketed)));
    };
  }

  private String linearBias() {
    int heads = architecture.attention().heads();
    float[] slopes = RelativePositions.LinearBias.slopes(heads);
    for (int head = 0; head < heads; head++) {
      slopes[head] = -slopes[head];
    }
    String factors =
        graph.addInitializer(Initializer.floats("slopes", new long[] {1, heads, 1, 1}, slopes));
    return graph.node("Mul", List.of(floats(magnitudes()), factors));
  }

  /** The values of all distances, from the most negative one to the largest one. */
  private String bucketed(RelativePositions.Bucketed bucketed) {
    int heads = architecture.attention().heads();
    int furthest = architecture.maxLength() - 1;
    float[] table =
        weights.floats("encoder.relative_attention_bias.weight", bucketed.buckets(), heads);
    float[] values = new float[(2 * furthest + 1) * heads];
    for (int distance = -furthest; distance <= furthest; distance++) {
      System.arraycopy(
          table, bucketed.bucket(distance) * heads, values, (distance + furthest) * heads, heads);
    }
    String byDistance =
        graph.addInitializer(
            Initializer.floats("distances", new long[] {values.length / heads, heads}, values));
    String index = graph.node("Add", List.of(distances(), graph.scalar((long) furthest)));
    // [1, 1, queries, tokens, heads]
    String gathered = graph.node("Gather", List.of(byDistance, index));
    String first = graph.node("Squeeze", List.of(gathered, graph.vector(1)));
    return graph.node("Transpose", List.of(first), attribute("perm", List.of(0L, 3L, 1L, 2L)));
  }

  private String magnitudes() {
    return compute("magnitudes", () -> graph.node("Abs", List.of(distances())));
  }

  /** Returns {@code [1, 1, queries, tokens]} positions of keys minus those of queries. */
  private String distances() {
    return compute(
        "distances",
        () -> {
          String keys =
              graph.node("Unsqueeze", List.of(positions(), graph.vector("axes", 0, 1, 2)));
          String queries =
              graph.node("Unsqueeze", List.of(positions(), graph.vector("query_axes", 0, 1, 3)));
          return graph.node("Sub", List.of(keys, queries));
        });
  }

  /** Returns the positions, {@code [tokens]} integers from 0. */
  private String positions() {
    return compute(
        "positions",
        () -> {
          String length =
              graph.node(
                  "Shape",
                  List.of(TransformerGraph.INPUT_IDS),
                  attribute("start", 1),
                  attribute("end", 2));
          String count = graph.node("Squeeze", List.of(length));
          return graph.node("Range", List.of(graph.scalar(0L), count, graph.scalar(1L)));
        });
  }

  private String floats(String x) {
    return graph.node("Cast", List.of(x), attribute("to", ElementType.FLOAT.code()));
  }

  /** Adds operators once; a key that is seen again gives the same output. */
  private String compute(Object key, Supplier<String> operators) {
    String known = computed.get(key);
    if (known == null) {
      known = operators.get();
      computed.put(key, known);
    }
    return known;
  }
}
