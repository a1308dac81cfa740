// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.safetensors.SafetensorsWriter;

/** Writes what a model of token vectors needs in addition to its transformer. */
public final class MultiVectorFiles {
  private static final String LIBRARY = "sentence_transformers.";
  private static final String TOKENS = "token_embeddings";

  private MultiVectorFiles() {}

  /**
   * Writes the linear layer of an M3 model.
   *
   * @param folder the folder of the transformer
   */
  public static void writeLinear(DenseLayer layer, Path folder) {
    int outputs = layer.config().outputs();
    new SafetensorsWriter()
        .metadata("format", "pt")
        .add(TokenVectorHead.WEIGHT, layer.weights(), outputs, layer.config().inputs())
        .add(TokenVectorHead.BIAS, layer.bias(), outputs)
        .write(folder.resolve(TokenVectorHead.LINEAR));
  }

  /**
   * Writes the modules of a model that computes only token vectors; the transformer is in the
   * folder itself.
   *
   * @param passageLength maximum number of tokens of a passage, special tokens included
   */
  public static void writeModules(
      TokenVectorSettings settings,
      List<DenseLayer> layers,
      Path folder,
      String queryPrefix,
      String passagePrefix,
      int passageLength)
      throws IOException {
    ArrayNode modules = JsonFile.MAPPER.createArrayNode();
    add(modules, folder, "", "models.Transformer");
    for (DenseLayer layer : layers) {
      layer.writeOfTokens(add(modules, folder, "Dense", "models.Dense"));
    }
    ObjectNode mask = JsonFile.MAPPER.createObjectNode();
    settings.skipped().forEach(mask.putArray("skiplist_words")::add);
    mask.putArray("skiplist_tasks").add("document");
    write(
        mask,
        add(
            modules,
            folder,
            MultiVectorModules.MASK,
            "multi_vector_encoder.modules.MultiVectorMask"));
    ObjectNode normalize = JsonFile.MAPPER.createObjectNode();
    normalize.put("module_input_name", TOKENS).put("module_output_name", TOKENS);
    write(normalize, add(modules, folder, "Normalize", "models.Normalize"));
    JsonFile.write(folder.resolve(MultiVectorModules.MODULES), modules);
    writeTransformer(settings, folder, passageLength);
    writePrompts(settings.markers(), folder, queryPrefix, passagePrefix);
  }

  private static Path add(ArrayNode modules, Path folder, String name, String type)
      throws IOException {
    int index = modules.size();
    String path = name.isEmpty() ? "" : index + "_" + name;
    modules
        .addObject()
        .put("idx", index)
        .put("name", String.valueOf(index))
        .put("path", path)
        .put("type", LIBRARY + type);
    return path.isEmpty() ? folder : Files.createDirectory(folder.resolve(path));
  }

  private static void write(ObjectNode config, Path folder) {
    JsonFile.write(folder.resolve("config.json"), config);
  }

  private static void writeTransformer(
      TokenVectorSettings settings, Path folder, int passageLength) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.put("max_seq_length", passageLength)
        .put("do_lower_case", false)
        .put("document_length", passageLength);
    settings.queryLength().ifPresent(length -> json.put("query_length", length));
    json.putNull("query_expansion");
    settings
        .expansion()
        .ifPresent(
            expansion -> {
              ObjectNode stated = json.putObject("query_expansion");
              stated
                  .put("strategy", expansion.fixed() ? "fixed" : "min")
                  .put("attend", expansion.attended())
                  .put("length", expansion.length());
              expansion.token().ifPresent(token -> stated.put("token", token));
            });
    JsonFile.write(folder.resolve("sentence_bert_config.json"), json);
  }

  /** A prefix with a marker has another name, by which Python knows that it is one token. */
  private static void writePrompts(
      boolean markers, Path folder, String queryPrefix, String passagePrefix) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.put("model_type", "MultiVectorEncoder").put("similarity_fn_name", "maxsim");
    json.putObject("prompts").put("query", queryPrefix).put("document", passagePrefix);
    if (markers) {
      json.put("query_prefix", queryPrefix).put("document_prefix", passagePrefix);
    }
    json.putNull("default_prompt_name");
    JsonFile.write(folder.resolve(MultiVectorModules.SETTINGS), json);
  }
}
