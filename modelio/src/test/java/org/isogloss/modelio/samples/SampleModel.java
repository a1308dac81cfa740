// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/**
 * A model folder as another program writes it, with what that program computes.
 *
 * @param name its folder among the samples
 */
public record SampleModel(String name) {
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
          "config_sentence_transformers.json",
          "1_SpladePooling/config.json",
          "router_config.json",
          "query_0_SparseStaticEmbedding/config.json",
          "query_0_SparseStaticEmbedding/model.safetensors",
          "query_0_SparseStaticEmbedding/tokenizer.json",
          "query_0_SparseStaticEmbedding/tokenizer_config.json",
          "document_0_Transformer/config.json",
          "document_0_Transformer/model.safetensors",
          "document_0_Transformer/sentence_bert_config.json",
          "document_0_Transformer/tokenizer.json",
          "document_0_Transformer/tokenizer_config.json",
          "document_1_SpladePooling/config.json",
          "sparse_linear.pt",
          "colbert_linear.pt",
          "artifact.metadata",
          "1_Dense/config.json",
          "1_Dense/model.safetensors",
          "3_MultiVectorMask/config.json",
          "4_Normalize/config.json");

  /** Returns the last part of the name. */
  public String folderName() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Copies the folder to a new folder below the given one. */
  public Path copyInto(Path parent) {
    return folder().copyTo(parent.resolve(folderName()), FILES);
  }

  /** Returns what the other program computes. */
  public JsonNode golden() {
    return folder().json();
  }

  /** Returns the texts of which the other program computes something. */
  public List<String> texts() {
    return folder().texts();
  }

  /** Returns a matrix that the other program computes. */
  public float[][] matrix(String key) {
    return folder().matrix(key);
  }

  private SampleFolder folder() {
    return new SampleFolder(name);
  }
}
