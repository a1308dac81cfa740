// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.sparse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.tokenizer.TokenizerFiles;

/** Writes what a sparse model needs in addition to its transformer. */
public final class SparseFiles {
  private static final String LIBRARY = "sentence_transformers.";
  private static final String TRANSFORMER = LIBRARY + "sparse_encoder.models.MLMTransformer";
  private static final String POOLING = "SpladePooling";
  private static final String QUERIES = "query_0_SparseStaticEmbedding";

  private SparseFiles() {}

  /**
   * Writes the files of a head; the transformer is in the folder itself.
   *
   * @param tokenizer the folder of the tokenizer
   * @param hidden width of the transformer
   */
  public static void write(
      SparseHead head, Path folder, Path tokenizer, int vocabularySize, int hidden)
      throws IOException {
    if (head.kind() == SparseHead.Kind.TOKENS) {
      SparseHead.Linear linear = head.linear(hidden);
      new SafetensorsWriter()
          .metadata("format", "pt")
          .add("weight", linear.weights(), 1, hidden)
          .add("bias", new float[] {linear.bias()}, 1)
          .write(folder.resolve(SparseHead.LINEAR));
      return;
    }
    writeLanguageModel(head.kind(), head.queryWeights(vocabularySize), folder, tokenizer);
  }

  /**
   * Writes the modules of a model whose masked language model computes the weights.
   *
   * @param kind not {@link SparseHead.Kind#TOKENS}
   * @param queries the weights of tokens in queries, {@code [vocabulary]}; empty if queries are
   *     encoded like passages
   * @param tokenizer the folder of the tokenizer
   */
  public static void writeLanguageModel(
      SparseHead.Kind kind, Optional<float[]> queries, Path folder, Path tokenizer)
      throws IOException {
    String pooling = queries.isPresent() ? "document_1_" + POOLING : "1_" + POOLING;
    Files.createDirectory(folder.resolve(pooling));
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    boolean twice = kind == SparseHead.Kind.LANGUAGE_MODEL_TWO_LOGARITHMS;
    config.put("pooling_strategy", "max").put("activation_function", twice ? "log1p_relu" : "relu");
    JsonFile.write(folder.resolve(pooling).resolve("config.json"), config);
    ArrayNode modules = JsonFile.MAPPER.createArrayNode();
    String poolingType = LIBRARY + "sparse_encoder.models." + POOLING;
    if (queries.isPresent()) {
      writeQueries(queries.get(), folder.resolve(QUERIES), tokenizer);
      writeRouter(folder, pooling, poolingType);
      add(modules, "", LIBRARY + "models.Router");
    } else {
      add(modules, "", TRANSFORMER);
      add(modules, pooling, poolingType);
    }
    JsonFile.write(folder.resolve(SparseModules.MODULES), modules);
  }

  private static void add(ArrayNode modules, String path, String type) {
    int index = modules.size();
    modules
        .addObject()
        .put("idx", index)
        .put("name", String.valueOf(index))
        .put("path", path)
        .put("type", type);
  }

  private static void writeQueries(float[] weights, Path folder, Path tokenizer)
      throws IOException {
    Files.createDirectory(folder);
    JsonFile.write(
        folder.resolve("config.json"), JsonFile.MAPPER.createObjectNode().put("frozen", true));
    new SafetensorsWriter()
        .metadata("format", "pt")
        .add("weight", weights, weights.length)
        .write(folder.resolve(Safetensors.FILE));
    TokenizerFiles.copy(tokenizer, folder);
  }

  private static void writeRouter(Path folder, String pooling, String poolingType) {
    ObjectNode router = JsonFile.MAPPER.createObjectNode();
    router
        .putObject("types")
        .put(QUERIES, LIBRARY + "sparse_encoder.models.SparseStaticEmbedding")
        .put("", TRANSFORMER)
        .put(pooling, poolingType);
    ObjectNode structure = router.putObject("structure");
    structure.putArray("query").add(QUERIES);
    structure.putArray("document").add("").add(pooling);
    router.putObject("parameters").put("default_route", "document").put("allow_empty_key", true);
    JsonFile.write(folder.resolve(SparseModules.ROUTER), router);
  }
}
