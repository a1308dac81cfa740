// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.dense.DenseLayer;

/**
 * Writes the files that sentence-transformers needs in addition to a transformer: the list of
 * modules, the pooling, the dense layer, the maximum length and the prefixes.
 */
public final class SentenceTransformersWriter {
  static final String MODULES = "modules.json";
  static final String PROMPTS = "config_sentence_transformers.json";
  static final String LENGTH = "sentence_bert_config.json";
  static final String POOLING = "1_Pooling/config.json";

  private SentenceTransformersWriter() {}

  /**
   * Writes the files of a transformer.
   *
   * @param dimension dimension of the pooled vector
   * @param dense the layers that follow the pooling
   */
  public static void write(
      Path folder, int dimension, EncodingSettings encoding, List<DenseLayer> dense)
      throws IOException {
    List<String> names = new ArrayList<>(List.of("Transformer", "Pooling"));
    dense.forEach(layer -> names.add("Dense"));
    names.add("Normalize");
    writeModules(folder, names, encoding.tasks().isPresent());
    for (int i = 0; i < dense.size(); i++) {
      dense.get(i).write(folder.resolve(i + 2 + "_Dense"));
    }
    ObjectNode pooling = JsonFile.MAPPER.createObjectNode();
    pooling.put("word_embedding_dimension", dimension);
    // Without the first two keys, sentence-transformers has another default.
    for (Pooling other : Pooling.values()) {
      boolean stated = other == encoding.pooling();
      if (stated || other == Pooling.CLS || other == Pooling.MEAN) {
        pooling.put(other.key(), stated);
      }
    }
    JsonFile.write(folder.resolve(POOLING), pooling);
    writeLength(folder, encoding);
    writePrompts(folder, encoding);
  }

  /** Writes the files of static embeddings. */
  public static void writeStatic(Path folder, EncodingSettings encoding) throws IOException {
    writeModules(folder, List.of("StaticEmbedding", "Normalize"), false);
    writePrompts(folder, encoding);
  }

  /** Writes the length and the prompts of a model that computes weights of terms. */
  public static void writeSparse(Path folder, EncodingSettings encoding) {
    writeLength(folder, encoding);
    ObjectNode prompts = prompts(encoding);
    prompts.put("model_type", "SparseEncoder").put("similarity_fn_name", "dot");
    JsonFile.write(folder.resolve(PROMPTS), prompts);
  }

  private static void writeLength(Path folder, EncodingSettings encoding) {
    ObjectNode length = JsonFile.MAPPER.createObjectNode();
    length.put("max_seq_length", encoding.maxLength()).put("do_lower_case", false);
    JsonFile.write(folder.resolve(LENGTH), length);
  }

  /**
   * Writes the list of modules.
   *
   * @param tasks whether the first one is a transformer with adapters for tasks
   */
  private static void writeModules(Path folder, List<String> names, boolean tasks)
      throws IOException {
    ArrayNode modules = JsonFile.MAPPER.createArrayNode();
    for (String module : names) {
      int index = modules.size();
      String path = index == 0 ? "" : index + "_" + module;
      ObjectNode object =
          modules
              .addObject()
              .put("idx", index)
              .put("name", String.valueOf(index))
              .put("path", path)
              .put("type", "sentence_transformers.models." + module);
      if (index == 0 && tasks) {
        object
            .put("type", SentenceTransformersModules.TRANSFORMER_WITH_TASKS)
            .putArray("kwargs")
            .add("task");
      }
      if (index > 0) {
        Files.createDirectory(folder.resolve(path));
      }
    }
    JsonFile.write(folder.resolve(MODULES), modules);
  }

  private static void writePrompts(Path folder, EncodingSettings encoding) {
    ObjectNode prompts = prompts(encoding);
    encoding.dimension().ifPresent(kept -> prompts.put("truncate_dim", kept));
    JsonFile.write(folder.resolve(PROMPTS), prompts);
  }

  private static ObjectNode prompts(EncodingSettings encoding) {
    ObjectNode prompts = JsonFile.MAPPER.createObjectNode();
    prompts
        .putObject("prompts")
        .put("query", encoding.queryPrefix())
        .put("passage", encoding.passagePrefix())
        .put("document", encoding.passagePrefix());
    return prompts.putNull("default_prompt_name").put("similarity_fn_name", "cosine");
  }
}
