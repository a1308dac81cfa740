// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/** The tensors that a transformer must have, and their shapes. */
public final class TransformerTensorShapes {
  private static final String LANGUAGE_MODEL = "cls.predictions.";

  private TransformerTensorShapes() {}

  /**
   * Requires every tensor of the layers and of the head. A masked language model without any tensor
   * of its head is accepted, because many encoders are published under that class.
   *
   * @throws ModelFormatException if a tensor is missing, or has another shape or is not of a
   *     floating-point type
   */
  public static void require(
      TransformerWeights weights, TransformerConfig config, TransformerHead head) {
    Map<String, List<Long>> shapes = shapes(config);
    if (head == TransformerHead.CLASSIFICATION || head == TransformerHead.LINEAR_CLASSIFICATION) {
      weights.labelCount(config.hiddenSize());
    }
    if (head == TransformerHead.CLASSIFICATION) {
      linear(shapes, "pooler.dense", config.hiddenSize(), config.hiddenSize());
    }
    boolean languageModel =
        weights.tensors().keySet().stream().anyMatch(name -> name.startsWith(LANGUAGE_MODEL));
    if (head == TransformerHead.MASKED_LANGUAGE_MODEL && languageModel) {
      long hidden = config.hiddenSize();
      linear(shapes, LANGUAGE_MODEL + "transform.dense", hidden, hidden);
      normalisation(shapes, LANGUAGE_MODEL + "transform.LayerNorm", hidden);
      shapes.put(LANGUAGE_MODEL + "bias", List.of((long) config.vocabularySize()));
    }
    shapes.forEach(
        (name, shape) -> weights.tensor(name, shape.stream().mapToLong(Long::longValue).toArray()));
  }

  /**
   * Returns the shapes of the embeddings and the layers by the canonical names of {@link
   * TransformerWeights}.
   */
  public static Map<String, List<Long>> shapes(TransformerConfig config) {
    Map<String, List<Long>> shapes = new LinkedHashMap<>();
    long hidden = config.hiddenSize();
    long inner = config.intermediateSize();
    String words = "embeddings.word_embeddings";
    shapes.put(
        words + ".weight", List.of((long) config.vocabularySize(), (long) config.embeddingSize()));
    if (config.isFactorised()) {
      shapes.put(words + "_projection.weight", List.of(hidden, (long) config.embeddingSize()));
    }
    shapes.put(
        "embeddings.position_embeddings.weight", List.of((long) config.maxPositions(), hidden));
    shapes.put(
        "embeddings.token_type_embeddings.weight", List.of((long) config.tokenTypes(), hidden));
    normalisation(shapes, "embeddings.LayerNorm", hidden);
    for (int i = 0; i < config.layers(); i++) {
      String layer = "encoder.layer." + i + ".";
      for (String part : List.of("self.query", "self.key", "self.value", "output.dense")) {
        linear(shapes, layer + "attention." + part, hidden, hidden);
      }
      normalisation(shapes, layer + "attention.output.LayerNorm", hidden);
      linear(shapes, layer + "intermediate.dense", inner, hidden);
      linear(shapes, layer + "output.dense", hidden, inner);
      normalisation(shapes, layer + "output.LayerNorm", hidden);
    }
    return shapes;
  }

  private static void linear(Map<String, List<Long>> shapes, String name, long out, long in) {
    shapes.put(name + ".weight", List.of(out, in));
    shapes.put(name + ".bias", List.of(out));
  }

  private static void normalisation(Map<String, List<Long>> shapes, String name, long size) {
    shapes.put(name + ".weight", List.of(size));
    shapes.put(name + ".bias", List.of(size));
  }
}
