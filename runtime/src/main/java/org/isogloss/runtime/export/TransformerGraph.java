// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.List;
import org.isogloss.modelio.transformer.Activation;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.export.MatMulBuilder.Activations;
import org.isogloss.runtime.export.MatMulBuilder.TokenSelection;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the layers of a transformer encoder as a graph, from token ids to vectors. Texts are
 * padded at their ends; without padding, attention is computed without a mask, which is a third
 * faster.
 */
public final class TransformerGraph {
  public static final String INPUT_IDS = "input_ids";
  public static final String ATTENTION_MASK = "attention_mask";
  public static final String TOKEN_TYPE_IDS = "token_type_ids";

  private final GraphBuilder graph;
  private final TransformerConfig config;
  private final TransformerWeights weights;
  private final MatMulBuilder matMul;
  private final String mask;
  private final String unpadded;

  TransformerGraph(
      GraphBuilder graph,
      TransformerConfig config,
      TransformerWeights weights,
      MatMulBuilder matMul) {
    this.graph = graph;
    this.config = config;
    this.weights = weights;
    this.matMul = matMul;
    graph.input(INPUT_IDS, ElementType.INT64, "batch", "tokens");
    graph.input(ATTENTION_MASK, ElementType.INT64, "batch", "tokens");
    mask = graph.node("Cast", List.of(ATTENTION_MASK), attribute("to", ElementType.INT32.code()));
    unpadded =
        graph.node(
            "Equal",
            List.of(
                graph.node("ReduceMin", List.of(ATTENTION_MASK), attribute("keepdims", 0)),
                graph.scalar(1L)));
  }

  /**
   * Adds the embedding layer.
   *
   * @param segments whether the graph has an input for the segment of each token; otherwise all
   *     tokens belong to the first segment
   * @return the name of {@code [batch, tokens, hidden]} floats
   */
  String embeddings(VocabularyFormat format, boolean segments) {
    EmbeddingTable vocabulary =
        new EmbeddingTable(weights, config.vocabularySize(), config.embeddingSize());
    String tokens = vocabulary.addLookup(graph, INPUT_IDS, format);
    if (config.isFactorised()) {
      tokens =
          matMul.multiply(
              matMul.prepare(
                  Activations.of(tokens, config.embeddingSize(), TokenSelection.ALL_TOKENS)),
              "embeddings.word_embeddings_projection.weight",
              config.hiddenSize(),
              config.embeddingSize());
    }
    String length =
        graph.node("Shape", List.of(INPUT_IDS), attribute("start", 1), attribute("end", 2));
    String positions = graph.node("Slice", List.of(positions(segments), graph.vector(0), length));
    String sum = graph.node("Add", List.of(tokens, positions));
    if (segments) {
      graph.input(TOKEN_TYPE_IDS, ElementType.INT64, "batch", "tokens");
      String table =
          tensor(
              "embeddings.token_type_embeddings.weight", config.tokenTypes(), config.hiddenSize());
      sum = graph.node("Add", List.of(sum, graph.node("Gather", List.of(table, TOKEN_TYPE_IDS))));
    }
    return graph.node(
        "LayerNormalization",
        List.of(
            sum,
            tensor("embeddings.LayerNorm.weight", config.hiddenSize()),
            tensor("embeddings.LayerNorm.bias", config.hiddenSize())),
        attribute("axis", -1),
        attribute("epsilon", (float) config.layerNormEpsilon()));
  }

  /**
   * Returns the position embeddings; without a segment input, they include the embedding of the
   * first segment.
   */
  private String positions(boolean segments) {
    int hidden = config.hiddenSize();
    float[] all =
        weights.floats("embeddings.position_embeddings.weight", config.maxPositions(), hidden);
    float[] first =
        segments
            ? new float[hidden]
            : weights.floats(
                "embeddings.token_type_embeddings.weight", config.tokenTypes(), hidden);
    float[] positions = new float[config.maxLength() * hidden];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = all[config.firstPosition() * hidden + i] + first[i % hidden];
    }
    return graph.addInitializer(
        Initializer.floats("positions", new long[] {config.maxLength(), hidden}, positions));
  }

  /** Adds the first {@code count} layers. */
  String layers(String embeddings, int count) {
    String x = embeddings;
    for (int layer = 0; layer < count; layer++) {
      x = layer(layer, x, x);
    }
    return x;
  }

  /**
   * Adds all layers; the last one is computed only for the first token.
   *
   * @return the name of {@code [batch, 1, hidden]} floats
   */
  String layersForFirstToken(String embeddings) {
    int last = config.layers() - 1;
    String x = layers(embeddings, last);
    return layer(last, x, firstToken(x));
  }

  /** Selects the first token of each text, {@code [batch, 1, hidden]}. */
  String firstToken(String x) {
    return graph.node("Slice", List.of(x, graph.vector(0), graph.vector(1), graph.vector(1)));
  }

  /**
   * Adds one layer.
   *
   * @param all the vectors that are attended to
   * @param outputs the vectors to compute: {@code all}, or those of the first tokens
   */
  private String layer(int layer, String all, String outputs) {
    int hidden = config.hiddenSize();
    String in = "encoder.layer." + layer + ".";
    TokenSelection selection =
        outputs.equals(all) ? TokenSelection.ALL_TOKENS : TokenSelection.FIRST_TOKEN;
    MatMulBuilder.PreparedVectors prepared =
        matMul.prepare(Activations.of(all, hidden, TokenSelection.ALL_TOKENS));
    MatMulBuilder.PreparedVectors preparedQuery =
        outputs.equals(all) ? prepared : matMul.prepare(Activations.of(outputs, hidden, selection));
    String query =
        matMul.multiply(preparedQuery, in + "attention.self.query.weight", hidden, hidden);
    String key = matMul.multiply(prepared, in + "attention.self.key.weight", hidden, hidden);
    String value = matMul.multiply(prepared, in + "attention.self.value.weight", hidden, hidden);
    String context = attention(query, key, value, attentionBias(in));
    String attended =
        matMul.multiply(
            matMul.prepare(Activations.of(context, hidden, selection)),
            in + "attention.output.dense.weight",
            hidden,
            hidden);
    String x = addAndNormalize(in + "attention.output.", attended, outputs);
    return addAndNormalize(
        in + "output.", feedForward(in, Activations.of(x, hidden, selection)), x);
  }

  private String attention(String query, String key, String value, String bias) {
    GraphBuilder.Attribute heads = attribute("num_heads", config.heads());
    String operator = "MultiHeadAttention";
    return graph.node(
        "If",
        List.of(unpadded),
        graph.branch("then_branch", operator, List.of(query, key, value, bias), heads),
        graph.branch("else_branch", operator, List.of(query, key, value, bias, mask), heads));
  }

  private String attentionBias(String in) {
    int hidden = config.hiddenSize();
    float[] all = new float[3 * hidden];
    int offset = 0;
    for (String part : List.of("query", "key", "value")) {
      float[] bias = weights.floats(in + "attention.self." + part + ".bias", hidden);
      System.arraycopy(bias, 0, all, offset, hidden);
      offset += hidden;
    }
    return graph.addInitializer(
        Initializer.floats(in + "attention.self.bias", new long[] {all.length}, all));
  }

  private String feedForward(String in, Activations x) {
    int hidden = config.hiddenSize();
    int inner = config.intermediateSize();
    String widened =
        matMul.multiply(matMul.prepare(x), in + "intermediate.dense.weight", inner, hidden);
    String biasName = in + "intermediate.dense.bias";
    // A matrix with one row, because for a vector the optimiser fuses this and Gelu into an
    // operator that is slower.
    String bias =
        graph.addInitializer(
            Initializer.floats(biasName, new long[] {1, inner}, weights.floats(biasName, inner)));
    String activated =
        activation(graph, config.activation(), graph.node("Add", List.of(widened, bias)));
    Activations narrowed =
        new Activations(activated, inner, x.selection(), lowest(config.activation()));
    return matMul.multiply(matMul.prepare(narrowed), in + "output.dense.weight", hidden, inner);
  }

  /** Adds an activation function. */
  static String activation(GraphBuilder graph, Activation activation, String x) {
    return switch (activation) {
      case GELU -> graph.node("Gelu", List.of(x));
      case GELU_TANH -> graph.node("Gelu", List.of(x), attribute("approximate", "tanh"));
      case RELU -> graph.node("Relu", List.of(x));
      case SILU -> graph.contribNode("QuickGelu", List.of(x), attribute("alpha", 1f));
    };
  }

  /** Returns a lower bound of the values of an activation function. */
  static float lowest(Activation activation) {
    return switch (activation) {
      case GELU, GELU_TANH -> -0.1701f;
      case RELU -> 0;
      case SILU -> -0.2785f;
    };
  }

  private String addAndNormalize(String part, String x, String residual) {
    int hidden = config.hiddenSize();
    return graph.contribNode(
        "SkipLayerNormalization",
        List.of(
            x,
            residual,
            tensor(part + "LayerNorm.weight", hidden),
            tensor(part + "LayerNorm.bias", hidden),
            tensor(part + "dense.bias", hidden)),
        attribute("epsilon", (float) config.layerNormEpsilon()));
  }

  /** Adds a small tensor of the model unchanged. */
  String tensor(String name, long... shape) {
    return graph.addInitializer(Initializer.floats(name, shape, weights.floats(name, shape)));
  }
}
