// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The configuration of a type whose file is kept as it is, except for what changes.
 *
 * @param json all keys of the file
 */
record CopiedConfig(ObjectNode json, EncoderArchitecture architecture) implements EncoderConfig {
  private static final List<String> LAYER_COUNTS =
      List.of("num_hidden_layers", "n_layers", "n_layer");

  private static final String ARCHITECTURES = "architectures";

  /** States the type of the weights, which are not always written in that of the file. */
  private static final List<String> WEIGHT_TYPES = List.of("dtype", "torch_dtype");

  private static final Pattern LANGUAGE_MODEL = Pattern.compile("For(MaskedLM|CausalLM)$");

  /** The file in messages about a changed configuration, which is not yet written. */
  private static final Path CHANGED = Path.of(TransformerConfig.FILE);

  CopiedConfig {
    requireNonNull(architecture, "architecture is null");
    json = json.deepCopy();
  }

  /** Reads the file of a folder. */
  static CopiedConfig read(Path folder) {
    Path file = FolderPaths.resolve(folder, TransformerConfig.FILE);
    return new CopiedConfig(ModelJson.readObject(file), ArchitectureReader.read(folder));
  }

  @Override
  public String modelType() {
    return ArchitectureReader.type(ModelJson.of(CHANGED, json));
  }

  /** Ids of special tokens are changed too; the key of a token that is not kept is left out. */
  @Override
  public CopiedConfig keepingTokens(int[] ids) {
    ObjectNode changed = json.deepCopy();
    changed.put("vocab_size", ids.length);
    json.properties().stream()
        .filter(entry -> entry.getKey().endsWith("_token_id") && entry.getValue().isInt())
        .forEach(
            entry -> {
              int id = Arrays.binarySearch(ids, entry.getValue().asInt());
              if (id >= 0) {
                changed.put(entry.getKey(), id);
              } else {
                changed.remove(entry.getKey());
              }
            });
    TokenEmbeddings before = architecture.embeddings();
    TokenEmbeddings embeddings =
        new TokenEmbeddings(
            ids.length,
            before.width(),
            before.segments(),
            before.positions(),
            before.scale(),
            before.normalized());
    return changed(
        changed,
        architecture.withEmbeddings(embeddings),
        "a vocabulary of " + ids.length + " tokens",
        "does not state the number of tokens, or the padding token has another id; keep all"
            + " tokens before it");
  }

  @Override
  public CopiedConfig keepingLayers(List<Integer> layers) {
    ObjectNode changed = json.deepCopy();
    String count =
        LAYER_COUNTS.stream().filter(json::has).findFirst().orElse(LAYER_COUNTS.getFirst());
    changed.put(count, layers.size());
    JsonNode types = json.get(LayerTypes.KEY);
    if (types != null && types.isArray()) {
      ArrayNode kept = changed.putArray(LayerTypes.KEY);
      layers.forEach(layer -> kept.add(types.get(layer)));
    }
    return changed(
        changed,
        architecture.withLayers(layers.stream().map(architecture.layers()::get).toList()),
        "only the layers " + layers,
        "gives layers a pattern of attention or a normalisation by their number; keep the first"
            + " layers");
  }

  /** Requires that a reader of the changed file finds the expected architecture. */
  private CopiedConfig changed(
      ObjectNode changed, EncoderArchitecture expected, String what, String reason) {
    EncoderArchitecture found =
        ArchitectureReader.read(new EncoderConfigFile(ModelJson.of(CHANGED, changed)));
    if (!found.equals(expected)) {
      throw new ModelFormatException(
          CHANGED,
          "cannot state a model with "
              + what
              + ": the configuration of the type "
              + modelType()
              + " "
              + reason);
    }
    return new CopiedConfig(changed, found);
  }

  @Override
  public void write(Path folder, TransformerHead head, List<String> labels) {
    if (!labels.isEmpty()) {
      throw new IllegalArgumentException("models of the type " + modelType() + " have no labels");
    }
    ObjectNode written = json.deepCopy();
    written.remove(WEIGHT_TYPES);
    String name = json.path(ARCHITECTURES).path(0).asText("");
    if (!name.isEmpty()) {
      written.putArray(ARCHITECTURES).add(withHead(name, head));
    }
    JsonFile.write(folder.resolve(TransformerConfig.FILE), written);
  }

  /** Returns the class of Python's transformers with the head of a language model or without. */
  private static String withHead(String name, TransformerHead head) {
    String encoder =
        name.equals("Gemma3ForCausalLM")
            ? "Gemma3TextModel"
            : LANGUAGE_MODEL.matcher(name).replaceFirst("Model");
    return head == TransformerHead.NONE ? encoder : encoder.replaceFirst("Model$", "ForMaskedLM");
  }
}
