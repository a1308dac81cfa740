// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.List;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the graph of one step of a decoder, see {@link TranslationExport}. The hypotheses of a
 * sentence share its keys and values: their queries attend to them together.
 */
final class TranslationDecoderGraph {
  private static final String ROWS = "rows";

  private final GraphBuilder graph;
  private final TransformerConfig config;
  private final TranslationFiles files;
  private final TransformerWeights weights;
  private final Precision precision;
  private final MatMulBuilder matMul;
  private final int hidden;

  TranslationDecoderGraph(
      GraphBuilder graph,
      TransformerConfig config,
      TranslationFiles files,
      TransformerWeights weights,
      Precision precision) {
    this.graph = graph;
    this.config = config;
    this.files = files;
    this.weights = weights;
    this.precision = precision;
    this.matMul = TranslationExport.matMul(graph, weights, precision);
    this.hidden = config.hiddenSize();
  }

  void build() {
    addInputs();
    String x = embeddings();
    for (int i = 0; i < files.settings().layers(); i++) {
      x = selfAttention(i, x);
      x = crossAttention(i, x);
      x = feedForward(i, x);
    }
    addOutputs(logits(norm(TranslationTensors.NORM, x)));
  }

  private void addInputs() {
    String heads = String.valueOf(config.heads());
    String headSize = String.valueOf(config.headSize());
    graph.input("tokens", ElementType.INT64, ROWS);
    graph.input("order", ElementType.INT64, ROWS);
    graph.input("count", ElementType.INT64, "1");
    graph.input("source_mask", ElementType.FLOAT, "sentences", "1", "1", "source");
    for (int i = 0; i < files.settings().layers(); i++) {
      graph.input("past_keys_" + i, ElementType.FLOAT, ROWS, heads, headSize, "past");
      graph.input("past_values_" + i, ElementType.FLOAT, ROWS, heads, "past", headSize);
      graph.input("cross_keys_" + i, ElementType.FLOAT, "sentences", heads, headSize, "source");
      graph.input("cross_values_" + i, ElementType.FLOAT, "sentences", heads, "source", headSize);
    }
    if (files.settings().wordSimilarities()) {
      graph.input("word_similarities", ElementType.FLOAT, "sentences", vocabularySize());
    }
  }

  private String vocabularySize() {
    return String.valueOf(files.vocabulary().size());
  }

  /** Returns the normalised sum of the rows of tokens and position, {@code [rows, hidden]}. */
  private String embeddings() {
    String words =
        new EmbeddingTable(
                weights,
                TranslationTensors.WORDS,
                TranslationTensors.WORDS + "_rows",
                files.vocabulary().size(),
                hidden)
            .addLookup(graph, "tokens", TranslationExport.vocabulary(precision));
    String position =
        graph.node("Shape", List.of("past_values_0"), attribute("start", 2), attribute("end", 3));
    String positions = tensor(TranslationTensors.POSITIONS, files.settings().maxLength(), hidden);
    String row = graph.node("Gather", List.of(positions, position));
    return norm(TranslationTensors.EMBEDDING_NORM, graph.node("Add", List.of(words, row)));
  }

  private String selfAttention(int layer, String x) {
    String part = TranslationTensors.part(layer, TranslationTensors.SELF_ATTENTION);
    MatMulBuilder.PreparedVectors in = prepare(norm(part + "LayerNorm", x));
    String column = graph.vector("column", 0, config.heads(), config.headSize(), 1);
    String row = graph.vector("row", 0, config.heads(), 1, config.headSize());
    String query = graph.node("Reshape", List.of(linear(in, part + "query"), row));
    String keys = extended("keys_" + layer, linear(in, part + "key"), column, 3);
    String values = extended("values_" + layer, linear(in, part + "value"), row, 2);
    String context = graph.node("MatMul", List.of(softmax(scores(query, keys)), values));
    String joined = graph.node("Reshape", List.of(context, graph.vector("joined", 0, hidden)));
    return graph.node("Add", List.of(x, linear(prepare(joined), part + "output")));
  }

  /** Appends the vectors of this step to the past of the hypotheses that are continued. */
  private String extended(String name, String vectors, String shape, int axis) {
    String past = graph.node("Gather", List.of("past_" + name, "order"));
    String present = graph.node("Reshape", List.of(vectors, shape));
    String heads = String.valueOf(config.heads());
    String headSize = String.valueOf(config.headSize());
    return graph.outputNode(
        name,
        "Concat",
        List.of(past, present),
        attribute("axis", axis),
        ROWS,
        heads,
        axis == 3 ? headSize : "now",
        axis == 3 ? "now" : headSize);
  }

  private String crossAttention(int layer, String x) {
    String part = TranslationTensors.part(layer, TranslationTensors.CROSS_ATTENTION);
    String keys = "cross_keys_" + layer;
    String query = linear(prepare(norm(part + "LayerNorm", x)), part + "query");
    String sentences =
        graph.node("Shape", List.of(keys), attribute("start", 0), attribute("end", 1));
    String shape =
        graph.node(
            "Concat",
            List.of(sentences, graph.vector("hypotheses", -1, config.heads(), config.headSize())),
            attribute("axis", 0));
    List<Long> swapped = List.of(0L, 2L, 1L, 3L);
    String queries =
        graph.node(
            "Transpose",
            List.of(graph.node("Reshape", List.of(query, shape))),
            attribute("perm", swapped));
    String masked = graph.node("Add", List.of(scores(queries, keys), "source_mask"));
    String context = graph.node("MatMul", List.of(softmax(masked), "cross_values_" + layer));
    String joined =
        graph.node(
            "Reshape",
            List.of(
                graph.node("Transpose", List.of(context), attribute("perm", swapped)),
                graph.vector("rows_of_vectors", -1, hidden)));
    return graph.node("Add", List.of(x, linear(prepare(joined), part + "output")));
  }

  private String scores(String queries, String keys) {
    float factor = (float) (1 / Math.sqrt(config.headSize()));
    return graph.node(
        "Mul", List.of(graph.node("MatMul", List.of(queries, keys)), graph.scalar(factor)));
  }

  private String softmax(String scores) {
    return graph.node("Softmax", List.of(scores), attribute("axis", -1));
  }

  private String feedForward(int layer, String x) {
    String part = TranslationTensors.part(layer, TranslationTensors.FEED_FORWARD);
    int inner = config.intermediateSize();
    MatMulBuilder.PreparedVectors in = prepare(norm(part + "LayerNorm", x));
    String widened = linear(in, part + "intermediate", inner, hidden);
    String activated = TransformerGraph.activation(graph, config.activation(), widened);
    MatMulBuilder.PreparedVectors narrowed =
        matMul.prepare(
            new MatMulBuilder.Activations(
                activated,
                inner,
                MatMulBuilder.TokenSelection.ALL_TOKENS,
                TransformerGraph.lowest(config.activation())));
    return graph.node("Add", List.of(x, linear(narrowed, part + "output", hidden, inner)));
  }

  /** Returns the logits, {@code [rows, vocabulary]}. */
  private String logits(String x) {
    int vocabulary = files.vocabulary().size();
    String product = matMul.multiply(prepare(x), TranslationTensors.WORDS, vocabulary, hidden);
    String logits =
        graph.node("Add", List.of(product, tensor(TranslationTensors.OUTPUT_BIAS, vocabulary)));
    if (!files.settings().wordSimilarities()) {
      return logits;
    }
    String sentences =
        graph.node(
            "Shape", List.of("word_similarities"), attribute("start", 0), attribute("end", 1));
    String shape =
        graph.node(
            "Concat",
            List.of(sentences, graph.vector("of_sentences", -1, vocabulary)),
            attribute("axis", 0));
    String bySentence = graph.node("Reshape", List.of(logits, shape));
    String added = graph.node("Unsqueeze", List.of("word_similarities", graph.vector(1)));
    return graph.node(
        "Reshape",
        List.of(
            graph.node("Add", List.of(bySentence, added)),
            graph.vector("rows_of_logits", -1, vocabulary)));
  }

  private void addOutputs(String logits) {
    String logProbabilities = graph.node("LogSoftmax", List.of(logits), attribute("axis", -1));
    List<String> best =
        graph.node("TopK", 2, List.of(logProbabilities, "count"), attribute("axis", -1));
    graph.output("log_probabilities", best.get(0), ROWS, "candidates_of_a_row");
    graph.output("candidates", ElementType.INT64, best.get(1), ROWS, "candidates_of_a_row");
    graph.output("logits", logits, ROWS, vocabularySize());
  }

  private MatMulBuilder.PreparedVectors prepare(String x) {
    return matMul.prepare(
        MatMulBuilder.Activations.of(x, hidden, MatMulBuilder.TokenSelection.ALL_TOKENS));
  }

  private String linear(MatMulBuilder.PreparedVectors x, String name) {
    return linear(x, name, hidden, hidden);
  }

  private String linear(MatMulBuilder.PreparedVectors x, String name, int out, int in) {
    String product = matMul.multiply(x, name + ".weight", out, in);
    // A matrix with one row, because the optimiser fuses the sum with a vector and Gelu into an
    // operator that is slower.
    String bias =
        graph.addInitializer(
            Initializer.floats(
                name + ".bias", new long[] {1, out}, weights.floats(name + ".bias", out)));
    return graph.node("Add", List.of(product, bias));
  }

  private String norm(String name, String x) {
    return TransformerGraph.layerNormalization(
        graph,
        x,
        List.of(tensor(name + ".weight", hidden), tensor(name + ".bias", hidden)),
        config.layerNormEpsilon());
  }

  private String tensor(String name, long... shape) {
    return graph.addInitializer(Initializer.floats(name, shape, weights.floats(name, shape)));
  }
}
