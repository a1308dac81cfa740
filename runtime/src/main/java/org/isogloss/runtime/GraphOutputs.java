package org.isogloss.runtime;

import static org.isogloss.runtime.GraphBuilder.attribute;

import java.util.List;
import org.isogloss.model.Pooling;
import org.isogloss.model.TransformerConfig;

/** What stands behind the layers of a transformer: a text's one vector, or a judgement. */
final class GraphOutputs {
  /** {@code [batch, hidden]}, of unit length. */
  static final String EMBEDDING = "sentence_embedding";

  /** {@code [batch, tokens, hidden]}. */
  static final String HIDDEN = "last_hidden_state";

  /** {@code [batch, labels]}. */
  static final String LOGITS = "logits";

  private static final String BATCH = "batch";

  private final GraphBuilder graph;
  private final TransformerGraph transformer;
  private final TransformerConfig config;
  private final String embeddings;

  GraphOutputs(
      GraphBuilder graph,
      TransformerGraph transformer,
      TransformerConfig config,
      String embeddings) {
    this.graph = graph;
    this.transformer = transformer;
    this.config = config;
    this.embeddings = embeddings;
  }

  /** The vectors of all pieces. */
  void hiddenStates() {
    hiddenStates(transformer.layers(embeddings, config.layers()));
  }

  private void hiddenStates(String x) {
    graph.output(HIDDEN, x, BATCH, "tokens", hidden());
  }

  /**
   * A text's one vector.
   *
   * @param all whether the vectors of all pieces are an output too
   */
  void embedding(Pooling pooling, boolean all) {
    String pooled;
    if (pooling == Pooling.CLS && !all) {
      pooled = withoutTokens(transformer.layersForFirst(embeddings));
    } else {
      String x = transformer.layers(embeddings, config.layers());
      pooled = pooling == Pooling.CLS ? withoutTokens(transformer.first(x)) : sum(x);
      if (all) {
        hiddenStates(x);
      }
    }
    String unit =
        graph.node("LpNormalization", List.of(pooled), attribute("axis", -1), attribute("p", 2));
    graph.output(EMBEDDING, unit, BATCH, hidden());
  }

  /** The sum over a text's pieces, which has the direction of their mean. */
  private String sum(String x) {
    String mask =
        graph.node(
            "Cast", List.of(TransformerGraph.MASK), attribute("to", ElementType.FLOAT.code()));
    String row = graph.node("Unsqueeze", List.of(mask, graph.row(1)));
    return withoutTokens(graph.node("MatMul", List.of(row, x)));
  }

  private String withoutTokens(String x) {
    return graph.node("Squeeze", List.of(x, graph.row(1)));
  }

  /** A judgement of the text or the pair of texts. */
  void logits(int labels) {
    String first = withoutTokens(transformer.layersForFirst(embeddings));
    String pooled = graph.node("Tanh", List.of(dense(first, "pooler.dense", config.hiddenSize())));
    graph.output(LOGITS, dense(pooled, "classifier", labels), BATCH, String.valueOf(labels));
  }

  private String dense(String x, String name, int out) {
    return graph.node(
        "Gemm",
        List.of(
            x,
            transformer.tensor(name + ".weight", out, config.hiddenSize()),
            transformer.tensor(name + ".bias", out)),
        attribute("transB", 1));
  }

  private String hidden() {
    return String.valueOf(config.hiddenSize());
  }
}
