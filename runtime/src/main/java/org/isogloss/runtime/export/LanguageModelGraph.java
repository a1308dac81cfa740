// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.transformer.LanguageModelHead;
import org.isogloss.runtime.export.MatMulBuilder.Activations;
import org.isogloss.runtime.export.MatMulBuilder.TokenSelection;
import org.isogloss.runtime.onnx.GraphBuilder;

/**
 * Builds the weights of terms by a masked language model. The logits are computed for a part of the
 * vocabulary at a time, so that memory is bounded for large vocabularies; their largest value over
 * the tokens of a text does not change by the functions that follow, which are monotonic.
 */
final class LanguageModelGraph {
  private static final String HEAD = "cls.predictions.";
  private static final String WORDS = "embeddings.word_embeddings.weight";

  /** Number of terms whose logits are computed together. */
  private static final int PART = 1 << 15;

  private final GraphBuilder graph;
  private final TransformerGraph transformer;
  private final EncoderArchitecture architecture;

  LanguageModelGraph(
      GraphBuilder graph, TransformerGraph transformer, EncoderArchitecture architecture) {
    this.graph = graph;
    this.transformer = transformer;
    this.architecture = architecture;
  }

  /**
   * Adds the weights of all terms.
   *
   * @param states the vectors of all tokens after the last layer
   * @param padding {@code [batch, tokens, 1]}: a large negative number for padding, otherwise 0
   * @return the name of {@code [batch, vocabulary]} floats
   */
  String termWeights(String states, String padding, LanguageModelHead head, SparseHead.Kind kind) {
    MatMulBuilder.PreparedVectors transformed = transformed(states, head);
    int vocabulary = architecture.embeddings().vocabularySize();
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < vocabulary; from += PART) {
      parts.add(largest(transformed, padding, from, Math.min(PART, vocabulary - from)));
    }
    String all =
        parts.size() == 1 ? parts.getFirst() : graph.node("Concat", parts, attribute("axis", 1));
    String biased = graph.node("Add", List.of(all, transformer.tensor(HEAD + "bias", vocabulary)));
    String positive = logarithm(graph.node("Relu", List.of(biased)));
    return kind == SparseHead.Kind.LANGUAGE_MODEL ? positive : logarithm(positive);
  }

  private MatMulBuilder.PreparedVectors transformed(String states, LanguageModelHead head) {
    int hidden = architecture.hiddenSize();
    String name = HEAD + "transform.dense";
    String dense =
        transformer.multiply(
            Activations.of(states, hidden, TokenSelection.ALL_TOKENS), name + ".weight", hidden);
    if (head.denseBias()) {
      dense = graph.node("Add", List.of(dense, transformer.tensor(name + ".bias", hidden)));
    }
    String activated = TransformerGraph.activation(graph, head.activation(), dense);
    String normalized = transformer.normalize(HEAD + "transform.LayerNorm", activated);
    return transformer.prepare(Activations.of(normalized, hidden, TokenSelection.ALL_TOKENS));
  }

  /** Returns the largest logits of some terms, {@code [batch, count]}. */
  private String largest(MatMulBuilder.PreparedVectors x, String padding, int from, int count) {
    String logits = transformer.multiplyRows(x, WORDS, HEAD + "decoder." + from, from, count);
    String masked = graph.node("Add", List.of(logits, padding));
    return graph.node("ReduceMax", List.of(masked, graph.vector(1)), attribute("keepdims", 0));
  }

  private String logarithm(String x) {
    return graph.node("Log", List.of(graph.node("Add", List.of(x, graph.scalar(1f)))));
  }
}
