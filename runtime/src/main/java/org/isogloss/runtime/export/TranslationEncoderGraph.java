// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the graph that reads source sentences: the encoder, the keys and values to which the
 * decoder attends, and the similarities of the sentences to the target words.
 */
final class TranslationEncoderGraph {
  private static final String PROJECTION = "embeddings.word_embeddings_projection.weight";

  private final GraphBuilder graph;
  private final ModelFolder model;
  private final TranslationFiles files;
  private final TransformerConfig config;
  private final TransformerWeights weights;
  private final TransformerWeights decoder;
  private final Precision precision;

  TranslationEncoderGraph(
      GraphBuilder graph,
      ModelFolder model,
      TranslationFiles files,
      TransformerWeights weights,
      TransformerWeights decoder,
      Precision precision) {
    this.graph = graph;
    this.model = model;
    this.files = files;
    this.config = model.transformerConfig();
    this.weights = weights;
    this.decoder = decoder;
    this.precision = precision;
  }

  void build() {
    TransformerGraph transformer =
        new TransformerGraph(
            graph,
            config.architecture(),
            weights,
            TranslationExport.matMul(graph, weights, precision),
            Optional.empty());
    String embeddings = transformer.embeddings(TranslationExport.vocabulary(precision), false);
    String states = transformer.layers(embeddings);
    addKeysAndValues(states);
    if (files.settings().wordSimilarities()) {
      addSimilarities(transformer, embeddings, states);
    }
  }

  private void addKeysAndValues(String states) {
    MatMulBuilder matMul = TranslationExport.matMul(graph, decoder, precision);
    MatMulBuilder.PreparedVectors prepared =
        matMul.prepare(
            MatMulBuilder.Activations.of(
                states, config.hiddenSize(), MatMulBuilder.TokenSelection.ALL_TOKENS));
    String heads = String.valueOf(config.heads());
    String headSize = String.valueOf(config.headSize());
    for (int i = 0; i < files.settings().layers(); i++) {
      String part = TranslationTensors.part(i, TranslationTensors.CROSS_ATTENTION);
      String keys = heads(prepared, matMul, part + "key", List.of(0L, 2L, 3L, 1L));
      graph.output("cross_keys_" + i, keys, "batch", heads, headSize, "tokens");
      String values = heads(prepared, matMul, part + "value", List.of(0L, 2L, 1L, 3L));
      graph.output("cross_values_" + i, values, "batch", heads, "tokens", headSize);
    }
  }

  /** Maps the states, splits them into heads and puts the dimensions into another order. */
  private String heads(
      MatMulBuilder.PreparedVectors states, MatMulBuilder matMul, String name, List<Long> order) {
    int hidden = config.hiddenSize();
    String product = matMul.multiply(states, name + ".weight", hidden, hidden);
    String bias = floats(name + ".bias", hidden);
    String shape = graph.vector("heads", 0, 0, config.heads(), config.headSize());
    String split = graph.node("Reshape", List.of(graph.node("Add", List.of(product, bias)), shape));
    return graph.node("Transpose", List.of(split), attribute("perm", order));
  }

  private String floats(String name, long... shape) {
    return graph.addInitializer(Initializer.floats(name, shape, decoder.floats(name, shape)));
  }

  /**
   * Adds the scaled cosines of the pooled vectors and the encoder's rows of the target words. ONNX
   * Runtime computes the rows, which are constant, when it opens the graph.
   */
  private void addSimilarities(TransformerGraph transformer, String embeddings, String states) {
    GraphOutputs outputs = new GraphOutputs(graph, transformer, config.architecture(), embeddings);
    String pooled =
        model.encoding().pooling() == Pooling.CLS
            ? outputs.withoutTokens(transformer.firstToken(states))
            : outputs.sum(states);
    TargetVocabulary vocabulary = files.vocabulary();
    String ids =
        graph.vector("target_ids", Arrays.stream(vocabulary.ids()).asLongStream().toArray());
    String rows =
        new EmbeddingTable(weights, config.vocabularySize(), config.embeddingSize())
            .addLookup(graph, ids, TranslationExport.vocabulary(precision));
    if (config.isFactorised()) {
      int hidden = config.hiddenSize();
      int width = config.embeddingSize();
      String projection =
          graph.addInitializer(
              Initializer.floats(
                  "target_words_projection",
                  new long[] {width, hidden},
                  MatMulBuilder.transposed(
                      weights.floats(PROJECTION, hidden, width), hidden, width)));
      rows = graph.node("MatMul", List.of(rows, projection));
    }
    float[] factors = new float[vocabulary.size()];
    float scale = decoder.floats(TranslationTensors.SIMILARITY_SCALE, 1)[0];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = vocabulary.isSpecial(i) ? 0 : scale;
    }
    String factor =
        graph.addInitializer(
            Initializer.floats("similarity_factors", new long[] {factors.length}, factors));
    String words = graph.node("Transpose", List.of(unit(rows)), attribute("perm", List.of(1L, 0L)));
    String cosines = graph.node("MatMul", List.of(unit(pooled), words));
    graph.output(
        "word_similarities",
        graph.node("Mul", List.of(cosines, factor)),
        "batch",
        String.valueOf(vocabulary.size()));
  }

  private String unit(String vectors) {
    return graph.node(
        "LpNormalization", List.of(vectors), attribute("axis", -1), attribute("p", 2));
  }
}
