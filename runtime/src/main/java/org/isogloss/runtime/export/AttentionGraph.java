// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.export.MatMulBuilder.Activations;
import org.isogloss.runtime.export.MatMulBuilder.PreparedVectors;
import org.isogloss.runtime.export.MatMulBuilder.TokenSelection;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the attention of the layers of a transformer. Without padding, it is computed without a
 * mask, which is a third faster.
 */
final class AttentionGraph {
  private final GraphBuilder graph;
  private final EncoderArchitecture architecture;
  private final Attention attention;
  private final TransformerWeights weights;
  private final MatMulBuilder matMul;
  private final PositionGraph positions;
  private final String mask;
  private final String unpadded;

  AttentionGraph(
      GraphBuilder graph,
      EncoderArchitecture architecture,
      TransformerWeights weights,
      MatMulBuilder matMul) {
    this.graph = graph;
    this.architecture = architecture;
    this.attention = architecture.attention();
    this.weights = weights;
    this.matMul = matMul;
    this.positions = new PositionGraph(graph, architecture, weights);
    String given = TransformerGraph.ATTENTION_MASK;
    mask = graph.node("Cast", List.of(given), attribute("to", ElementType.INT32.code()));
    unpadded =
        graph.node(
            "Equal",
            List.of(
                graph.node("ReduceMin", List.of(given), attribute("keepdims", 0)),
                graph.scalar(1L)));
  }

  /**
   * Adds the attention of one layer.
   *
   * @param in beginning of the names of the layer's tensors
   * @param all the vectors that are attended to
   * @param outputs the vectors to compute: {@code all}, or those of the first tokens
   * @return the projected result without the bias of the projection
   */
  String add(EncoderLayer layer, String in, String all, String outputs, TokenSelection selection) {
    int hidden = architecture.hiddenSize();
    String self = in + "attention.self.";
    PreparedVectors prepared =
        matMul.prepare(Activations.of(all, hidden, TokenSelection.ALL_TOKENS));
    PreparedVectors preparedQueries =
        outputs.equals(all) ? prepared : matMul.prepare(Activations.of(outputs, hidden, selection));
    String query = project(preparedQueries, self + "query", attention.queryWidth());
    String key = project(prepared, self + "key", attention.keyWidth());
    String value = project(prepared, self + "value", attention.keyWidth());
    String bias = "";
    if (transformsHeads(layer)) {
      query = addBias(self + "query", query, attention.queryWidth());
      key = addBias(self + "key", key, attention.keyWidth());
      value = addBias(self + "value", value, attention.keyWidth());
      query = transformHeads(layer, self + "query_norm", query, attention.heads());
      key = transformHeads(layer, self + "key_norm", key, attention.keyValueHeads());
      key = repeatHeads(key);
      value = repeatHeads(value);
    } else if (attention.bias()) {
      bias = joinedBias(self);
    }
    String context = attend(query, key, value, bias, positions.attentionBias(layer, selection));
    return matMul.multiply(
        matMul.prepare(Activations.of(context, attention.queryWidth(), selection)),
        in + "attention.output.dense.weight",
        hidden,
        attention.queryWidth());
  }

  private String project(PreparedVectors x, String name, int width) {
    return matMul.multiply(x, name + ".weight", width, architecture.hiddenSize());
  }

  /** Returns whether queries, keys or values are changed between projection and attention. */
  private boolean transformsHeads(EncoderLayer layer) {
    return layer.positions() instanceof RelativePositions.Rotary
        || attention.normalizesHeads()
        || attention.keyValueHeads() < attention.heads();
  }

  private String addBias(String name, String x, int width) {
    if (!attention.bias()) {
      return x;
    }
    String bias = name + ".bias";
    return graph.node("Add", List.of(x, floats(bias, weights.floats(bias, width))));
  }

  private String transformHeads(EncoderLayer layer, String norm, String x, int heads) {
    String transformed = x;
    if (attention.normalizesHeads()) {
      String split = graph.node("Reshape", List.of(x, shape(heads, attention.headSize())));
      String normalized = normalize(norm, split, attention.headSize());
      transformed =
          graph.node("Reshape", List.of(normalized, shape((long) heads * attention.headSize())));
    }
    return layer.positions() instanceof RelativePositions.Rotary rotary
        ? positions.rotate(transformed, rotary, heads)
        : transformed;
  }

  /** Repeats each head of keys or values for the heads of queries that share it. */
  private String repeatHeads(String x) {
    int group = attention.heads() / attention.keyValueHeads();
    if (group == 1) {
      return x;
    }
    String split =
        graph.node(
            "Reshape", List.of(x, shape(attention.keyValueHeads(), 1, attention.headSize())));
    String times = graph.vector("group", 1, 1, 1, group, 1);
    return graph.node(
        "Reshape",
        List.of(graph.node("Expand", List.of(split, times)), shape(attention.queryWidth())));
  }

  /** Returns a shape that keeps the first two dimensions, batch and tokens. */
  private String shape(long... last) {
    StringBuilder name = new StringBuilder("shape");
    long[] shape = new long[last.length + 2];
    for (int i = 0; i < last.length; i++) {
      shape[i + 2] = last[i];
      name.append('_').append(last[i]);
    }
    return graph.vector(name.toString(), shape);
  }

  private String attend(
      String query, String key, String value, String bias, Optional<String> attentionBias) {
    List<GraphBuilder.Attribute> attributes =
        new ArrayList<>(List.of(attribute("num_heads", attention.heads())));
    if (attention.scale() != 1 / Math.sqrt(attention.headSize())) {
      attributes.add(attribute("scale", (float) attention.scale()));
    }
    if (attention.causal()) {
      attributes.add(attribute("unidirectional", 1));
    }
    return graph.node(
        "If",
        List.of(unpadded),
        branch("then_branch", inputs(query, key, value, bias, "", attentionBias), attributes),
        branch("else_branch", inputs(query, key, value, bias, mask, attentionBias), attributes));
  }

  private GraphBuilder.Attribute branch(
      String name, List<String> inputs, List<GraphBuilder.Attribute> attributes) {
    return graph.branch(
        name, "MultiHeadAttention", inputs, attributes.toArray(GraphBuilder.Attribute[]::new));
  }

  /** Returns the inputs of the operator, of which trailing ones that are empty are omitted. */
  private static List<String> inputs(
      String query,
      String key,
      String value,
      String bias,
      String mask,
      Optional<String> attentionBias) {
    List<String> inputs =
        new ArrayList<>(List.of(query, key, value, bias, mask, attentionBias.orElse("")));
    while (inputs.getLast().isEmpty()) {
      inputs.removeLast();
    }
    return inputs;
  }

  private String joinedBias(String self) {
    int width = attention.queryWidth();
    float[] all = new float[3 * width];
    int offset = 0;
    for (String part : List.of("query", "key", "value")) {
      float[] bias = weights.floats(self + part + ".bias", width);
      System.arraycopy(bias, 0, all, offset, width);
      offset += width;
    }
    return floats(self + "bias", all);
  }

  /**
   * Normalises vectors as the architecture states.
   *
   * @param name the name of the normalisation in the model
   * @param x the name of {@code [..., width]} floats
   */
  String normalize(String name, String x, int width) {
    Normalization normalization = architecture.normalization();
    List<String> weightNames = normalizationWeights(name, width);
    if (normalization.kind() == Normalization.Kind.LAYER) {
      return TransformerGraph.layerNormalization(graph, x, weightNames, normalization.epsilon());
    }
    List<String> inputs = new ArrayList<>(List.of(x));
    inputs.addAll(weightNames);
    return graph.node(
        "SimplifiedLayerNormalization",
        inputs,
        attribute("axis", -1),
        attribute("epsilon", (float) normalization.epsilon()));
  }

  /** Returns the weight of a normalisation, and its bias if it has one. */
  List<String> normalizationWeights(String name, int width) {
    Normalization normalization = architecture.normalization();
    float[] weight = weights.floats(name + ".weight", width);
    if (normalization.kind() == Normalization.Kind.RMS_PLUS_ONE) {
      for (int i = 0; i < width; i++) {
        weight[i] += 1;
      }
    }
    List<String> names = new ArrayList<>(List.of(floats(name + ".weight", weight)));
    if (normalization.bias()) {
      names.add(floats(name + ".bias", weights.floats(name + ".bias", width)));
    }
    return names;
  }

  private String floats(String name, float... values) {
    return graph.addInitializer(Initializer.floats(name, new long[] {values.length}, values));
  }
}
