// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.json.JsonFile;

/**
 * Writes the files that sentence-transformers needs in addition to a transformer: the list of
 * modules, the pooling, the maximum length and the prefixes.
 */
public final class SentenceTransformersWriter {
  static final String MODULES = "modules.json";
  static final String PROMPTS = "config_sentence_transformers.json";
  static final String LENGTH = "sentence_bert_config.json";
  static final String POOLING = "1_Pooling/config.json";

  private SentenceTransformersWriter() {}

  public static void write(Path folder, int dimension, EncodingSettings encoding)
      throws IOException {
    ArrayNode modules = JsonFile.MAPPER.createArrayNode();
    for (String module : List.of("Transformer", "Pooling", "Normalize")) {
      int index = modules.size();
      modules
          .addObject()
          .put("idx", index)
          .put("name", String.valueOf(index))
          .put("path", index == 0 ? "" : index + "_" + module)
          .put("type", "sentence_transformers.models." + module);
    }
    JsonFile.write(folder.resolve(MODULES), modules);
    Files.createDirectory(folder.resolve("1_Pooling"));
    Files.createDirectory(folder.resolve("2_Normalize"));
    ObjectNode pooling = JsonFile.MAPPER.createObjectNode();
    pooling
        .put("word_embedding_dimension", dimension)
        .put("pooling_mode_cls_token", encoding.pooling() == Pooling.CLS)
        .put("pooling_mode_mean_tokens", encoding.pooling() == Pooling.MEAN);
    JsonFile.write(folder.resolve(POOLING), pooling);
    ObjectNode length = JsonFile.MAPPER.createObjectNode();
    length.put("max_seq_length", encoding.maxLength()).put("do_lower_case", false);
    JsonFile.write(folder.resolve(LENGTH), length);
    ObjectNode prompts = JsonFile.MAPPER.createObjectNode();
    prompts
        .putObject("prompts")
        .put("query", encoding.queryPrefix())
        .put("passage", encoding.passagePrefix())
        .put("document", encoding.passagePrefix());
    prompts.putNull("default_prompt_name").put("similarity_fn_name", "cosine");
    JsonFile.write(folder.resolve(PROMPTS), prompts);
  }
}
