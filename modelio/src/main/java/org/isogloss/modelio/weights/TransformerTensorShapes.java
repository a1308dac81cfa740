// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.Experts;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.TransformerHead;

/** The tensors that a transformer must have, and their shapes. */
public final class TransformerTensorShapes {
  private static final String LANGUAGE_MODEL = "cls.predictions.";

  private final EncoderArchitecture architecture;
  private final Map<String, List<Long>> shapes = new LinkedHashMap<>();

  private TransformerTensorShapes(EncoderArchitecture architecture) {
    this.architecture = architecture;
  }

  /**
   * Requires every tensor of the layers and of the head. A masked language model without any tensor
   * of its head is accepted, because many encoders are published under that class.
   *
   * @throws ModelFormatException if a tensor is missing, or has another shape or is not of a
   *     floating-point type
   */
  public static void require(
      TransformerWeights weights, EncoderArchitecture architecture, TransformerHead head) {
    TransformerTensorShapes required = new TransformerTensorShapes(architecture);
    Map<String, List<Long>> shapes = required.collect();
    int hidden = architecture.hiddenSize();
    if (head == TransformerHead.CLASSIFICATION || head == TransformerHead.LINEAR_CLASSIFICATION) {
      weights.labelCount(hidden);
    }
    if (head == TransformerHead.CLASSIFICATION) {
      required.linear("pooler.dense", hidden, hidden, true);
    }
    boolean languageModel =
        weights.tensors().keySet().stream().anyMatch(name -> name.startsWith(LANGUAGE_MODEL));
    if (head == TransformerHead.MASKED_LANGUAGE_MODEL && languageModel) {
      String dense = LANGUAGE_MODEL + "transform.dense";
      required.linear(dense, hidden, hidden, weights.has(dense + ".bias"));
      required.normalization(LANGUAGE_MODEL + "transform.LayerNorm", hidden);
      shapes.put(
          LANGUAGE_MODEL + "bias", List.of((long) architecture.embeddings().vocabularySize()));
    }
    shapes.forEach(
        (name, shape) -> weights.tensor(name, shape.stream().mapToLong(Long::longValue).toArray()));
  }

  /**
   * Returns the shapes of the embeddings and the layers by the canonical names of {@link
   * TransformerWeights}.
   */
  public static Map<String, List<Long>> shapes(EncoderArchitecture architecture) {
    return new TransformerTensorShapes(architecture).collect();
  }

  private Map<String, List<Long>> collect() {
    TokenEmbeddings embeddings = architecture.embeddings();
    long hidden = architecture.hiddenSize();
    String words = "embeddings.word_embeddings";
    long width = embeddings.width();
    shapes.put(words + ".weight", List.of((long) embeddings.vocabularySize(), width));
    if (architecture.isFactorised()) {
      shapes.put(words + "_projection.weight", List.of(hidden, width));
    }
    embeddings
        .positions()
        .ifPresent(
            positions ->
                shapes.put(
                    "embeddings.position_embeddings.weight",
                    List.of((long) positions.rows(), hidden)));
    if (embeddings.segments() > 0) {
      shapes.put(
          "embeddings.token_type_embeddings.weight", List.of((long) embeddings.segments(), hidden));
    }
    if (embeddings.normalized()) {
      normalization("embeddings.LayerNorm", hidden);
    }
    for (int i = 0; i < architecture.layers().size(); i++) {
      layer(architecture.layers().get(i), "encoder.layer." + i + ".");
    }
    if (architecture.normalizesOutput()) {
      normalization("encoder.LayerNorm", hidden);
    }
    return shapes;
  }

  private void layer(EncoderLayer layer, String in) {
    Attention attention = architecture.attention();
    Normalization normalization = architecture.normalization();
    long hidden = architecture.hiddenSize();
    if (normalization.normalizesInput() && layer.normalizesAttentionInput()) {
      normalization(in + "attention.input.LayerNorm", hidden);
    }
    String self = in + "attention.self.";
    linear(self + "query", attention.queryWidth(), hidden, attention.bias());
    linear(self + "key", attention.keyWidth(), hidden, attention.bias());
    linear(self + "value", attention.keyWidth(), hidden, attention.bias());
    if (attention.normalizesHeads()) {
      normalization(self + "query_norm", attention.headSize());
      normalization(self + "key_norm", attention.headSize());
    }
    String output = in + "attention.output.";
    linear(output + "dense", hidden, attention.queryWidth(), attention.outputBias());
    if (normalization.normalizesOutput()) {
      normalization(output + "LayerNorm", hidden);
    }
    if (layer.positions() instanceof RelativePositions.Bucketed(int buckets, int distance)) {
      shapes.put(
          "encoder.relative_attention_bias.weight",
          List.of((long) buckets, (long) attention.heads()));
    }
    feedForward(layer.feedForward(), in);
  }

  private void feedForward(FeedForward feedForward, String in) {
    Normalization normalization = architecture.normalization();
    long hidden = architecture.hiddenSize();
    if (normalization.normalizesInput()) {
      normalization(in + "intermediate.LayerNorm", hidden);
    }
    if (feedForward.experts().isPresent()) {
      experts(feedForward.experts().get(), feedForward.width(), in);
    } else {
      linear(in + "intermediate.dense", feedForward.width(), hidden, feedForward.bias());
      linear(in + "output.dense", hidden, feedForward.width(), feedForward.outputBias());
    }
    if (feedForward.gated()) {
      linear(in + "intermediate.gate", feedForward.width(), hidden, feedForward.bias());
    }
    if (normalization.normalizesOutput()) {
      normalization(in + "output.LayerNorm", hidden);
    }
  }

  /** Each expert is stored with the inner dimension first. */
  private void experts(Experts experts, long width, String in) {
    long hidden = architecture.hiddenSize();
    linear(in + "router", experts.count(), hidden, false);
    for (int i = 0; i < experts.count(); i++) {
      shapes.put(in + "experts." + i + ".intermediate.weight", List.of(width, hidden));
      shapes.put(in + "experts." + i + ".output.transposed", List.of(width, hidden));
    }
    shapes.put(in + "output.dense.bias", List.of(hidden));
  }

  private void linear(String name, long out, long in, boolean bias) {
    shapes.put(name + ".weight", List.of(out, in));
    if (bias) {
      shapes.put(name + ".bias", List.of(out));
    }
  }

  private void normalization(String name, long size) {
    shapes.put(name + ".weight", List.of(size));
    if (architecture.normalization().bias()) {
      shapes.put(name + ".bias", List.of(size));
    }
  }
}
