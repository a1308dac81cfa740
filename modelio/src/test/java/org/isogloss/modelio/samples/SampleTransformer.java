// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Transformers for tests, with 2 layers of width 32 and random weights, written by Python's
 * transformers: each is a model folder with PyTorch's outputs for a few texts and pairs.
 */
public enum SampleTransformer {
  /** Mean pooling, prefixes {@code query: } and {@code passage: }, GELU with the error function. */
  BERT_ENCODER,
  /** With pooler, MLM head and GELU with the hyperbolic tangent. */
  BERT_LANGUAGE_MODEL,
  /** Two labels. */
  BERT_CLASSIFIER,
  /** CLS pooling, no prefixes. */
  XLMR_ENCODER,
  XLMR_LANGUAGE_MODEL,
  /** One label. */
  XLMR_CLASSIFIER;

  private static final List<String> FILES =
      List.of(
          "config.json",
          "model.safetensors",
          "tokenizer.json",
          "tokenizer_config.json",
          "vocab.txt",
          "modules.json",
          "1_Pooling/config.json",
          "sentence_bert_config.json",
          "config_sentence_transformers.json");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private String resource(String file) {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + "/" + file;
  }

  /** Copies the model folder to a new folder below the given one. */
  public Path copyInto(Path parent) {
    Path folder = parent.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-'));
    for (String file : FILES) {
      try (InputStream in = SampleTransformer.class.getResourceAsStream(resource(file))) {
        if (in != null) {
          Path target = folder.resolve(file);
          Files.createDirectories(target.getParent());
          Files.copy(in, target);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return folder;
  }

  /** Returns PyTorch's outputs for the texts, then for the pairs. */
  public Golden golden() {
    try (InputStream in = SampleTransformer.class.getResourceAsStream(resource("golden.json"))) {
      JsonNode json = MAPPER.readTree(in);
      JsonNode outputs = json.get("outputs");
      return new Golden(
          strings(json.get("texts")),
          MAPPER.convertValue(json.get("pairs"), String[][].class),
          MAPPER.convertValue(json.get("ids"), int[][].class),
          MAPPER.convertValue(json.get("types"), int[][].class),
          MAPPER.convertValue(json.get("mask"), int[][].class),
          floats(outputs, "first"),
          floats(outputs, "mean"),
          floats(outputs, "pooler"),
          floats(outputs, "logits"),
          floats(outputs, "mlm_logits_of_second_piece"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> strings(JsonNode array) {
    return List.of(MAPPER.convertValue(array, String[].class));
  }

  private static float[][] floats(JsonNode outputs, String key) {
    return outputs.has(key)
        ? MAPPER.convertValue(outputs.get(key), float[][].class)
        : new float[0][];
  }

  /**
   * Rows are the texts, then the pairs, all in one batch.
   *
   * @param pairs pairs of two texts
   * @param ids {@code [rows][tokens]}, padded with the padding id
   * @param types the segments
   * @param mask 1 for a token, 0 for padding
   * @param first {@code [rows][32]}, the last layer at the first token
   * @param mean the mean of the last layer over the tokens, not normalised
   * @param pooler tanh of the pooler; no rows if there is none
   * @param logits {@code [rows][labels]} of a classifier; no rows if there is none
   * @param languageModel {@code [rows][tokens]}, the MLM head at the second token; no rows if there
   *     is none
   */
  public record Golden(
      List<String> texts,
      String[][] pairs,
      int[][] ids,
      int[][] types,
      int[][] mask,
      float[][] first,
      float[][] mean,
      float[][] pooler,
      float[][] logits,
      float[][] languageModel) {}
}
