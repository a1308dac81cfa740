// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.translation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * The names and shapes of a decoder's tensors. The weight of a linear map has the shape {@code
 * [out, in]}.
 */
public final class TranslationTensors {
  /** The rows of the target words, {@code [vocabulary, hidden]}: input and output embedding. */
  public static final String WORDS = "decoder.embeddings.word_embeddings.weight";

  /** The rows of the positions, {@code [max length, hidden]}. */
  public static final String POSITIONS = "decoder.embeddings.position_embeddings.weight";

  /** Prefix of the normalisation of the embeddings' sum. */
  public static final String EMBEDDING_NORM = "decoder.embeddings.LayerNorm";

  /** Prefix of the normalisation after the last layer. */
  public static final String NORM = "decoder.LayerNorm";

  /** The bias of the logits, {@code [vocabulary]}. */
  public static final String OUTPUT_BIAS = "decoder.output.bias";

  /** The factor of the word similarities, {@code [1]}. */
  public static final String SIMILARITY_SCALE = "decoder.word_similarities.scale";

  /** The part of a layer whose vectors attend to the target tokens before them. */
  public static final String SELF_ATTENTION = "self_attention";

  /** The part of a layer whose vectors attend to the source tokens. */
  public static final String CROSS_ATTENTION = "cross_attention";

  /** The part of a layer that is computed for each token by itself. */
  public static final String FEED_FORWARD = "feed_forward";

  private TranslationTensors() {}

  /** Returns the prefix of the names of a part of a layer. */
  public static String part(int layer, String part) {
    return "decoder.layer." + layer + '.' + part + '.';
  }

  /**
   * Returns the shapes of all tensors, by name.
   *
   * @param encoder configuration of the encoder, whose width the decoder has too
   * @param vocabulary number of target tokens
   */
  public static SequencedMap<String, List<Long>> shapes(
      TransformerConfig encoder, TranslationSettings settings, int vocabulary) {
    long hidden = encoder.hiddenSize();
    long inner = encoder.intermediateSize();
    SequencedMap<String, List<Long>> shapes = new LinkedHashMap<>();
    shapes.put(WORDS, List.of((long) vocabulary, hidden));
    shapes.put(POSITIONS, List.of((long) settings.maxLength(), hidden));
    norm(shapes, EMBEDDING_NORM, hidden);
    for (int i = 0; i < settings.layers(); i++) {
      for (String attention : List.of(SELF_ATTENTION, CROSS_ATTENTION)) {
        String prefix = part(i, attention);
        norm(shapes, prefix + "LayerNorm", hidden);
        for (String map : List.of("query", "key", "value", "output")) {
          linear(shapes, prefix + map, hidden, hidden);
        }
      }
      String prefix = part(i, FEED_FORWARD);
      norm(shapes, prefix + "LayerNorm", hidden);
      linear(shapes, prefix + "intermediate", inner, hidden);
      linear(shapes, prefix + "output", hidden, inner);
    }
    norm(shapes, NORM, hidden);
    shapes.put(OUTPUT_BIAS, List.of((long) vocabulary));
    if (settings.wordSimilarities()) {
      shapes.put(SIMILARITY_SCALE, List.of(1L));
    }
    return Collections.unmodifiableSequencedMap(shapes);
  }

  private static void norm(SequencedMap<String, List<Long>> shapes, String name, long width) {
    shapes.put(name + ".weight", List.of(width));
    shapes.put(name + ".bias", List.of(width));
  }

  private static void linear(
      SequencedMap<String, List<Long>> shapes, String name, long out, long in) {
    shapes.put(name + ".weight", List.of(out, in));
    shapes.put(name + ".bias", List.of(out));
  }
}
