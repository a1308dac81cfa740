// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.transformer.LanguageModelHead;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the outputs after the last layer of a transformer: token vectors, the vector of a text, or
 * logits.
 */
public final class GraphOutputs {
  /** {@code [batch, hidden]}, of unit length. */
  public static final String SENTENCE_EMBEDDING = "sentence_embedding";

  /** {@code [batch, tokens, hidden]}. */
  public static final String LAST_HIDDEN_STATE = "last_hidden_state";

  /** {@code [batch, tokens, dimension]}, of unit length, for late interaction. */
  public static final String TOKEN_VECTORS = "token_vectors";

  /** {@code [batch, tokens]}: the weight of each token as a term, 0 or more. */
  public static final String TOKEN_WEIGHTS = "token_weights";

  /**
   * {@code [batch, labels]} of a classifier of texts, {@code [batch, tokens, labels]} of a
   * classifier of tokens, {@code [batch, tokens, 2]} of a head for answers: starts and ends.
   */
  public static final String LOGITS = "logits";

  /** {@code [batch, tokens]}: the logits of each token as the first one of an answer. */
  public static final String START_LOGITS = "start_logits";

  /** {@code [batch, tokens]}: the logits of each token as the last one of an answer. */
  public static final String END_LOGITS = "end_logits";

  /** {@code [batch, vocabulary]}: the weights of terms, 0 or more. */
  public static final String TERM_WEIGHTS = "term_weights";

  /** Subtracted from the values of padding where the largest value is searched. */
  private static final float PENALTY = 1e9f;

  static final String BATCH = "batch";
  static final String TOKENS = "tokens";

  private final GraphBuilder graph;
  private final TransformerGraph transformer;
  private final EncoderArchitecture architecture;
  private final String embeddings;

  GraphOutputs(
      GraphBuilder graph,
      TransformerGraph transformer,
      EncoderArchitecture architecture,
      String embeddings) {
    this.graph = graph;
    this.transformer = transformer;
    this.architecture = architecture;
    this.embeddings = embeddings;
  }

  /**
   * Returns the output with the vectors of all tokens.
   *
   * @param file the file of the graph, for messages
   * @param outputs the outputs of the graph
   * @throws ModelFormatException if it is not among them
   */
  public static String requireHiddenStates(Path file, Collection<String> outputs) {
    if (!outputs.contains(LAST_HIDDEN_STATE)) {
      throw new ModelFormatException(
          file,
          "has the outputs "
              + outputs
              + ", expected "
              + LAST_HIDDEN_STATE
              + ": export the graph again with the hidden states as an output");
    }
    return LAST_HIDDEN_STATE;
  }

  /**
   * What is computed from the vectors of all tokens.
   *
   * @param layers the layers that map them to token vectors; none if they serve as they are
   * @param weights the layer that weighs tokens as terms; empty for none
   */
  record TokenOutputs(List<DenseLayer> layers, Optional<SparseHead.Linear> weights) {}

  /**
   * Adds the vectors of all tokens.
   *
   * @param tokens what is computed from them
   */
  void addHiddenStates(TokenOutputs tokens) {
    String x = transformer.layers(embeddings);
    addHiddenStates(x);
    add(tokens, x);
  }

  private void add(TokenOutputs tokens, String x) {
    if (!tokens.layers.isEmpty()) {
      addTokenVectors(x, tokens.layers);
    }
    tokens.weights.ifPresent(linear -> addTokenWeights(x, linear));
  }

  private void addHiddenStates(String x) {
    graph.output(LAST_HIDDEN_STATE, x, BATCH, TOKENS, hidden());
  }

  /**
   * Adds the vectors of tokens for late interaction.
   *
   * @param layers the layers that map the vectors of the last layer
   */
  void addTokenVectors(List<DenseLayer> layers) {
    addTokenVectors(transformer.layers(embeddings), layers);
  }

  private void addTokenVectors(String states, List<DenseLayer> layers) {
    String x = states;
    for (int i = 0; i < layers.size(); i++) {
      x = mapTokens(x, layers.get(i), "tokens." + i);
    }
    int width = layers.isEmpty() ? architecture.hiddenSize() : layers.getLast().config().outputs();
    graph.output(TOKEN_VECTORS, normalized(x), BATCH, TOKENS, String.valueOf(width));
  }

  /** Adds the weights of the tokens. */
  private void addTokenWeights(String states, SparseHead.Linear linear) {
    String column =
        graph.addInitializer(
            Initializer.floats(
                "token_weights.weight", new long[] {linear.weights().length, 1}, linear.weights()));
    String product = graph.node("MatMul", List.of(states, column));
    String sum = graph.node("Add", List.of(product, graph.scalar(linear.bias())));
    String weights =
        graph.node("Squeeze", List.of(graph.node("Relu", List.of(sum)), graph.vector(2)));
    graph.output(TOKEN_WEIGHTS, weights, BATCH, TOKENS);
  }

  private String mapTokens(String x, DenseLayer layer, String name) {
    DenseLayerConfig sizes = layer.config();
    String product =
        graph.node(
            "MatMul",
            List.of(x, graph.node("Transpose", List.of(weights(name + ".weight", layer)))));
    String linear =
        sizes.bias() ? graph.node("Add", List.of(product, bias(name + ".bias", layer))) : product;
    return activated(sizes, linear);
  }

  /**
   * Adds the vector of a text.
   *
   * @param dense the layers after the pooling
   * @param tokens what is computed from the vectors of all tokens, which are then an output too;
   *     empty to output only the vector of the text
   */
  void addEmbedding(Pooling pooling, List<DenseLayer> dense, Optional<TokenOutputs> tokens) {
    String vector;
    if (pooling == Pooling.CLS && tokens.isEmpty()) {
      vector = withoutTokens(transformer.layersForFirstToken(embeddings));
    } else {
      String x = transformer.layers(embeddings);
      vector = pool(x, pooling, dense.isEmpty());
      if (tokens.isPresent()) {
        addHiddenStates(x);
        add(tokens.get(), x);
      }
    }
    int width = architecture.hiddenSize();
    for (int i = 0; i < dense.size(); i++) {
      vector = dense(vector, dense.get(i), i);
      width = dense.get(i).config().outputs();
    }
    graph.output(SENTENCE_EMBEDDING, normalized(vector), BATCH, String.valueOf(width));
  }

  private String normalized(String x) {
    return graph.node("LpNormalization", List.of(x), attribute("axis", -1), attribute("p", 2));
  }

  /**
   * Pools the vectors of all tokens.
   *
   * @param onlyDirection whether the length of the vector does not matter
   */
  private String pool(String x, Pooling pooling, boolean onlyDirection) {
    return switch (pooling) {
      case CLS -> withoutTokens(transformer.firstToken(x));
      case MEAN -> onlyDirection ? sum(x) : mean(x, mask());
      case WEIGHTED_MEAN -> mean(x, weightsByPosition());
      case LAST -> sum(x, lastToken());
      case MAX -> {
        String masked = graph.node("Add", List.of(x, penaltyOfPadding()));
        yield graph.node("ReduceMax", List.of(masked, graph.vector(1)), attribute("keepdims", 0));
      }
      case NONE -> throw new IllegalArgumentException("the model has no pooling");
    };
  }

  /** Returns {@code [batch, tokens, 1]}: a large negative number for padding, otherwise 0. */
  private String penaltyOfPadding() {
    String padding = graph.node("Sub", List.of(mask(), graph.scalar(1f)));
    String penalty = graph.node("Mul", List.of(padding, graph.scalar(PENALTY)));
    return graph.node("Unsqueeze", List.of(penalty, graph.vector(2)));
  }

  /** Adds the weights of terms by a masked language model. */
  void addTermWeights(LanguageModelHead head, SparseHead.Kind kind) {
    String weights =
        new LanguageModelGraph(graph, transformer, architecture)
            .termWeights(transformer.layers(embeddings), penaltyOfPadding(), head, kind);
    graph.output(
        TERM_WEIGHTS, weights, BATCH, String.valueOf(architecture.embeddings().vocabularySize()));
  }

  /** Returns the name of a tensor of a dense layer; that of the first one has no number. */
  static String denseTensor(int layer, String part) {
    return "dense." + (layer == 0 ? "" : layer + ".") + "linear." + part;
  }

  private String dense(String pooled, DenseLayer layer, int index) {
    String linear =
        graph.node(
            "Gemm",
            List.of(
                pooled,
                weights(denseTensor(index, "weight"), layer),
                bias(denseTensor(index, "bias"), layer)),
            attribute("transB", 1));
    return activated(layer.config(), linear);
  }

  private String weights(String name, DenseLayer layer) {
    DenseLayerConfig sizes = layer.config();
    return graph.addInitializer(
        Initializer.floats(name, new long[] {sizes.outputs(), sizes.inputs()}, layer.weights()));
  }

  private String bias(String name, DenseLayer layer) {
    return graph.addInitializer(
        Initializer.floats(name, new long[] {layer.config().outputs()}, layer.bias()));
  }

  private String activated(DenseLayerConfig layer, String linear) {
    return switch (layer.activation()) {
      case TANH -> graph.node("Tanh", List.of(linear));
      case IDENTITY -> linear;
    };
  }

  /** Returns the sum over the tokens of a text, which has the same direction as their mean. */
  String sum(String x) {
    return sum(x, mask());
  }

  private String sum(String x, String weights) {
    String row = graph.node("Unsqueeze", List.of(weights, graph.vector(1)));
    return withoutTokens(graph.node("MatMul", List.of(row, x)));
  }

  private String mean(String x, String weights) {
    String total = graph.node("ReduceSum", List.of(weights, graph.vector(1)));
    return graph.node("Div", List.of(sum(x, weights), total));
  }

  /** Returns {@code [batch, tokens]} positions from 1; 0 for padding. */
  private String weightsByPosition() {
    return graph.node("Mul", List.of(positions(), mask()));
  }

  /** Returns {@code [batch, tokens]}: 1 for the last token of a text, 0 for all others. */
  private String lastToken() {
    String length =
        graph.node("ReduceSum", List.of(mask(), graph.vector(1)), attribute("keepdims", 1));
    String reached = graph.node("Equal", List.of(positions(), length));
    String since = graph.node("Cast", List.of(reached), attribute("to", ElementType.FLOAT.code()));
    return graph.node("Mul", List.of(since, mask()));
  }

  /** Returns {@code [batch, tokens]} positions from 1, of padding that of the token before it. */
  private String positions() {
    return graph.node("CumSum", List.of(mask(), graph.scalar(1L)));
  }

  private String mask() {
    return graph.node(
        "Cast",
        List.of(TransformerGraph.ATTENTION_MASK),
        attribute("to", ElementType.FLOAT.code()));
  }

  String withoutTokens(String x) {
    return graph.node("Squeeze", List.of(x, graph.vector(1)));
  }

  /** Adds the logits of a classifier for a text or a pair of texts. */
  void addLogits(int labels) {
    String first = withoutTokens(transformer.layersForFirstToken(embeddings));
    String pooled =
        graph.node("Tanh", List.of(dense(first, "pooler.dense", architecture.hiddenSize())));
    graph.output(LOGITS, dense(pooled, "classifier", labels), BATCH, String.valueOf(labels));
  }

  /** Adds the logits of a classifier without a pooler for a text or a pair of texts. */
  void addLinearLogits(int labels) {
    String first = withoutTokens(transformer.layersForFirstToken(embeddings));
    graph.output(LOGITS, dense(first, "classifier", labels), BATCH, String.valueOf(labels));
  }

  /** Adds the logits of a classifier of tokens. */
  void addTokenLogits(int labels) {
    String x = transformer.layers(embeddings);
    graph.output(
        LOGITS, denseForTokens(x, "classifier", labels), BATCH, TOKENS, String.valueOf(labels));
  }

  /** Adds the logits of the starts and ends of answers, together and apart. */
  void addAnswerLogits() {
    String x = transformer.layers(embeddings);
    String logits = denseForTokens(x, "qa_outputs", 2);
    graph.output(LOGITS, logits, BATCH, TOKENS, "2");
    graph.output(START_LOGITS, lastIndex(logits, 0), BATCH, TOKENS);
    graph.output(END_LOGITS, lastIndex(logits, 1), BATCH, TOKENS);
  }

  private String lastIndex(String x, long index) {
    return graph.node("Gather", List.of(x, graph.scalar(index)), attribute("axis", 2));
  }

  private String denseForTokens(String x, String name, int out) {
    String weights =
        graph.node(
            "Transpose",
            List.of(transformer.tensor(name + ".weight", out, architecture.hiddenSize())));
    return graph.node(
        "Add",
        List.of(
            graph.node("MatMul", List.of(x, weights)), transformer.tensor(name + ".bias", out)));
  }

  private String dense(String x, String name, int out) {
    return graph.node(
        "Gemm",
        List.of(
            x,
            transformer.tensor(name + ".weight", out, architecture.hiddenSize()),
            transformer.tensor(name + ".bias", out)),
        attribute("transB", 1));
  }

  private String hidden() {
    return String.valueOf(architecture.hiddenSize());
  }
}
