// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Role;
import org.isogloss.modelio.architecture.AbsolutePositions;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.Normalization.Kind;
import org.isogloss.modelio.architecture.Normalization.Placement;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.export.MatMulBuilder.Activations;
import org.isogloss.runtime.export.MatMulBuilder.Matrix;
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

  /** {@code [batch]}: the role of each text, see {@link #roleId}. */
  public static final String ROLE_IDS = "role_ids";

  private static final String SEGMENTS = "embeddings.token_type_embeddings.weight";

  private final GraphBuilder graph;
  private final EncoderArchitecture architecture;
  private final TransformerWeights weights;
  private final MatMulBuilder matMul;
  private final Optional<AdapterGraph> adapters;
  private final AttentionGraph attention;

  TransformerGraph(
      GraphBuilder graph,
      EncoderArchitecture architecture,
      TransformerWeights weights,
      MatMulBuilder matMul,
      Optional<AdapterGraph> adapters) {
    this.graph = graph;
    this.architecture = architecture;
    this.weights = weights;
    this.matMul = matMul;
    this.adapters = adapters;
    graph.input(INPUT_IDS, ElementType.INT64, "batch", "tokens");
    graph.input(ATTENTION_MASK, ElementType.INT64, "batch", "tokens");
    attention = new AttentionGraph(graph, architecture, weights, matMul);
  }

  /** Returns the number of a role in {@link #ROLE_IDS}: 0 for a query, 1 for a passage. */
  public static int roleId(Role role) {
    return role == Role.QUERY ? 0 : 1;
  }

  /**
   * Adds the embedding layer.
   *
   * @param segments whether the graph has an input for the segment of each token; otherwise all
   *     tokens belong to the first segment
   * @return the name of {@code [batch, tokens, hidden]} floats
   */
  String embeddings(VocabularyFormat format, boolean segments) {
    TokenEmbeddings settings = architecture.embeddings();
    EmbeddingTable vocabulary =
        new EmbeddingTable(weights, settings.vocabularySize(), settings.width());
    String sum = vocabulary.addLookup(graph, INPUT_IDS, format);
    if (adapters.isPresent()) {
      sum = adapters.get().addRows(sum, settings);
    }
    if (settings.scale() != 1) {
      sum = graph.node("Mul", List.of(sum, graph.scalar(settings.scale())));
    }
    if (architecture.isFactorised()) {
      sum =
          matMul.multiply(
              matMul.prepare(Activations.of(sum, settings.width(), TokenSelection.ALL_TOKENS)),
              "embeddings.word_embeddings_projection.weight",
              architecture.hiddenSize(),
              settings.width());
    }
    boolean firstSegment = !segments && settings.segments() > 0;
    if (settings.positions().isPresent()) {
      String length =
          graph.node("Shape", List.of(INPUT_IDS), attribute("start", 1), attribute("end", 2));
      String table = positions(settings.positions().get(), firstSegment);
      String positions = graph.node("Slice", List.of(table, graph.vector(0), length));
      sum = graph.node("Add", List.of(sum, positions));
    } else if (firstSegment && adapters.isPresent()) {
      sum =
          graph.node(
              "Add", List.of(sum, adapters.get().rowByRole(SEGMENTS, firstSegment(), settings)));
    } else if (firstSegment) {
      String row =
          graph.addInitializer(
              Initializer.floats(
                  "segment", new long[] {architecture.hiddenSize()}, firstSegment()));
      sum = graph.node("Add", List.of(sum, row));
    }
    if (segments) {
      graph.input(TOKEN_TYPE_IDS, ElementType.INT64, "batch", "tokens");
      String table = tensor(SEGMENTS, settings.segments(), architecture.hiddenSize());
      sum = graph.node("Add", List.of(sum, graph.node("Gather", List.of(table, TOKEN_TYPE_IDS))));
    }
    return settings.normalized() ? normalize("embeddings.LayerNorm", sum) : sum;
  }

  /** Returns the position embeddings, with or without the embedding of the first segment added. */
  private String positions(AbsolutePositions positions, boolean withSegment) {
    int hidden = architecture.hiddenSize();
    float[] all = weights.floats("embeddings.position_embeddings.weight", positions.rows(), hidden);
    float[] segment = withSegment ? firstSegment() : new float[hidden];
    int rows = architecture.maxLength();
    float[] table = new float[rows * hidden];
    for (int i = 0; i < table.length; i++) {
      table[i] = all[positions.first() * hidden + i] + segment[i % hidden];
    }
    return graph.addInitializer(Initializer.floats("positions", new long[] {rows, hidden}, table));
  }

  private float[] firstSegment() {
    int hidden = architecture.hiddenSize();
    float[] all = weights.floats(SEGMENTS, architecture.embeddings().segments(), hidden);
    return Arrays.copyOf(all, hidden);
  }

  /** Adds all layers. */
  String layers(String embeddings) {
    return output(layers(embeddings, architecture.layers().size()));
  }

  private String layers(String embeddings, int count) {
    String x = embeddings;
    for (int layer = 0; layer < count; layer++) {
      x = layer(layer, x, x);
    }
    return x;
  }

  private String output(String x) {
    return architecture.normalizesOutput() ? normalize("encoder.LayerNorm", x) : x;
  }

  /**
   * Adds all layers; the last one is computed only for the first token.
   *
   * @return the name of {@code [batch, 1, hidden]} floats
   */
  String layersForFirstToken(String embeddings) {
    if (architecture.attention().causal()) {
      return firstToken(layers(embeddings));
    }
    int last = architecture.layers().size() - 1;
    String x = layers(embeddings, last);
    return output(layer(last, x, firstToken(x)));
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
  private String layer(int index, String all, String outputs) {
    EncoderLayer layer = architecture.layers().get(index);
    String in = "encoder.layer." + index + ".";
    TokenSelection selection =
        outputs.equals(all) ? TokenSelection.ALL_TOKENS : TokenSelection.FIRST_TOKEN;
    boolean normalizes =
        architecture.normalization().normalizesInput() && layer.normalizesAttentionInput();
    String input = normalizes ? normalize(in + "attention.input.LayerNorm", all) : all;
    String queries = input;
    if (selection.equals(TokenSelection.FIRST_TOKEN)) {
      queries = normalizes ? firstToken(input) : outputs;
    }
    String attended = attention.add(layer, in, input, queries, selection);
    boolean attentionBias = architecture.attention().outputBias();
    String x = addResidual(in + "attention.output.", attended, outputs, attentionBias);
    String feedForwardInput =
        architecture.normalization().normalizesInput()
            ? normalize(in + "intermediate.LayerNorm", x)
            : x;
    Activations activations =
        Activations.of(feedForwardInput, architecture.hiddenSize(), selection);
    String transformed = feedForward(layer.feedForward(), in, activations);
    return addResidual(in + "output.", transformed, x, layer.feedForward().outputBias());
  }

  private String feedForward(FeedForward settings, String in, Activations x) {
    int hidden = architecture.hiddenSize();
    if (settings.experts().isPresent()) {
      return new ExpertsGraph(graph, weights, matMul, hidden).add(settings, in, x);
    }
    int inner = settings.width();
    MatMulBuilder.PreparedVectors prepared = matMul.prepare(x);
    String widened = intermediate(settings, prepared, in + "intermediate.dense");
    String activated = activation(graph, settings.activation(), widened);
    float lowest = lowest(settings.activation());
    if (settings.gated()) {
      String gate = intermediate(settings, prepared, in + "intermediate.gate");
      activated = graph.node("Mul", List.of(activated, gate));
      lowest = Float.NEGATIVE_INFINITY;
    }
    Activations narrowed = new Activations(activated, inner, x.selection(), lowest);
    return matMul.multiply(matMul.prepare(narrowed), in + "output.dense.weight", hidden, inner);
  }

  private String intermediate(
      FeedForward settings, MatMulBuilder.PreparedVectors prepared, String name) {
    int inner = settings.width();
    String widened = matMul.multiply(prepared, name + ".weight", inner, architecture.hiddenSize());
    if (!settings.bias()) {
      return widened;
    }
    String biasName = name + ".bias";
    // A matrix with one row, because for a vector the optimiser fuses this and Gelu into an
    // operator that is slower.
    String bias =
        graph.addInitializer(
            Initializer.floats(biasName, new long[] {1, inner}, weights.floats(biasName, inner)));
    return graph.node("Add", List.of(widened, bias));
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

  /**
   * Adds a layer normalisation of vectors, {@code [batch, tokens, width]} or {@code [rows, width]}.
   *
   * <p>It is computed of the sum of a vector with itself and four times the epsilon, which are
   * bitwise the same numbers: the kernel of {@code SkipLayerNormalization} in ONNX Runtime 1.29
   * takes less than a quarter of the time of that of {@code LayerNormalization}.
   *
   * @param weights names of the weight and, if there is one, the bias
   */
  static String layerNormalization(
      GraphBuilder graph, String x, List<String> weights, double epsilon) {
    List<String> inputs = new ArrayList<>(List.of(x, x));
    inputs.addAll(weights);
    return graph.contribNode(
        "SkipLayerNormalization", inputs, attribute("epsilon", (float) (4 * epsilon)));
  }

  /** Returns a lower bound of the values of an activation function. */
  static float lowest(Activation activation) {
    return switch (activation) {
      case GELU, GELU_TANH -> -0.1701f;
      case RELU -> 0;
      case SILU -> -0.2785f;
    };
  }

  /**
   * Adds the output of a part of a layer to its input.
   *
   * @param part beginning of the names of its last tensors
   * @param biased whether the bias of its last projection is still to be added
   */
  private String addResidual(String part, String x, String residual, boolean biased) {
    Normalization normalization = architecture.normalization();
    if (normalization.placement() == Placement.AFTER_SUM && normalization.kind() == Kind.LAYER) {
      List<String> inputs = new ArrayList<>(List.of(x, residual));
      inputs.addAll(attention.normalizationWeights(part + "LayerNorm", architecture.hiddenSize()));
      if (biased) {
        inputs.add(bias(part));
      }
      return graph.contribNode(
          "SkipLayerNormalization", inputs, attribute("epsilon", (float) normalization.epsilon()));
    }
    String biasedX = biased ? graph.node("Add", List.of(x, bias(part))) : x;
    return switch (normalization.placement()) {
      case BEFORE -> graph.node("Add", List.of(residual, biasedX));
      case BEFORE_AND_AFTER ->
          graph.node("Add", List.of(residual, normalize(part + "LayerNorm", biasedX)));
      case AFTER_SUM ->
          normalize(part + "LayerNorm", graph.node("Add", List.of(residual, biasedX)));
    };
  }

  private String bias(String part) {
    return tensor(part + "dense.bias", architecture.hiddenSize());
  }

  /** Multiplies vectors by the transpose of a matrix of the model, {@code [out, width]}. */
  String multiply(Activations x, String weight, int out) {
    return matMul.multiply(matMul.prepare(x), weight, out, x.width());
  }

  /** Prepares vectors of the hidden size for products with parts of a matrix. */
  MatMulBuilder.PreparedVectors prepare(Activations x) {
    return matMul.prepare(x);
  }

  /**
   * Multiplies vectors by the transpose of some rows of a matrix of the model.
   *
   * @param name name of the rows in the graph
   */
  String multiplyRows(
      MatMulBuilder.PreparedVectors x, String weight, String name, int from, int count) {
    return matMul.multiply(
        x, new Matrix(name, weight, from, count, architecture.hiddenSize(), false));
  }

  /** Adds the normalisation of the architecture. */
  String normalize(String name, String x) {
    return attention.normalize(name, x, architecture.hiddenSize());
  }

  /** Adds a small tensor of the model unchanged. */
  String tensor(String name, long... shape) {
    return graph.addInitializer(Initializer.floats(name, shape, weights.floats(name, shape)));
  }
}
