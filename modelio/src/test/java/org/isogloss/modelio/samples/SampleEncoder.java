// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Random encoders of many architectures with a few layers of width 32, as sentence-transformers
 * writes them, with the vectors that Python computes. {@code performance/peers/small_encoders.py}
 * and {@code flash_encoders.py} wrote them.
 */
public enum SampleEncoder {
  DISTILBERT,
  MPNET,
  ROBERTA,
  MODERNBERT,
  /** Several dense layers. */
  GEMMA3,
  /** The vector of the last token. */
  QWEN2,
  QWEN3,
  GTE,
  /** GTE as its authors store it, with scaled positions. */
  NEW,
  NOMIC_BERT,
  /** NomicBERT as its authors store it, with experts in every second layer. */
  NOMIC_MOE,
  /** ALiBi. */
  JINA_BERT,
  /** The same with tokens of bytes, as the models for code have them. */
  JINA_BERT_BYTES,
  JINA_EMBEDDINGS_3,
  /** The same as its authors store it, with adapters for tasks. */
  JINA_ADAPTERS;

  private static final List<String> FILES =
      List.of(
          "config.json",
          "model.safetensors",
          "tokenizer.json",
          "tokenizer_config.json",
          "modules.json",
          "1_Pooling/config.json",
          "2_Dense/config.json",
          "2_Dense/model.safetensors",
          "3_Dense/config.json",
          "3_Dense/model.safetensors",
          "sentence_bert_config.json",
          "config_sentence_transformers.json");

  /** Returns the name of the copied folder. */
  public String folderName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Copies the model folder to a new folder below the given one. */
  public Path copyInto(Path parent) {
    return folder().copyTo(parent.resolve(folderName()), FILES);
  }

  /** Returns what Python computes. */
  public Golden golden() {
    return folder().golden();
  }

  private SampleFolder folder() {
    return new SampleFolder("random-encoders/" + folderName());
  }

  /**
   * Outputs of Python.
   *
   * @param ids token ids of the texts, with special tokens and without prefixes
   * @param query vectors of the texts as queries, of unit length
   * @param passage vectors of the texts as passages, of unit length
   * @param rows token vectors of ids by formula, each text by itself
   * @param padded token vectors of one batch, padded on the side that is the key
   */
  public record Golden(
      List<String> texts,
      int[][] ids,
      float[][] query,
      float[][] passage,
      List<Row> rows,
      Map<String, List<Row>> padded) {}

  /** The vectors of the first and the last token of a text, and the mean of all. */
  public record Row(int length, float[] first, float[] last, float[] mean) {
    /** Returns the token ids of the row. */
    public int[] ids(int vocabularySize) {
      int[] ids = new int[length];
      for (int i = 0; i < length; i++) {
        ids[i] = 5 + (int) ((7919L * i + 31L * length) % (vocabularySize - 5));
      }
      return ids;
    }
  }
}
