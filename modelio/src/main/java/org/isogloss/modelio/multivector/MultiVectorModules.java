// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * What the folder of a model that computes only token vectors states: a MultiVectorEncoder of
 * sentence-transformers, a model of PyLate, or a checkpoint of Stanford's ColBERT.
 *
 * @param transformer the folder of the transformer
 * @param queryPrefix the prefix of queries, marker included
 * @param passagePrefix the prefix of passages, marker included
 * @param passageLength maximum number of tokens of a passage, special tokens included; empty for
 *     that of the transformer
 */
public record MultiVectorModules(
    Path transformer,
    TokenVectorHead head,
    String queryPrefix,
    String passagePrefix,
    OptionalInt passageLength) {
  static final String MODULES = "modules.json";
  static final String SETTINGS = "config_sentence_transformers.json";
  static final String MASK = "MultiVectorMask";

  private static final String LIBRARY = "sentence_transformers.";
  private static final String PYLATE_DENSE = "pylate.models.Dense.Dense";
  private static final String DENSE = "Dense";
  private static final String NORMALIZE = "Normalize";
  private static final Set<String> TYPES = Set.of("MultiVectorEncoder", "ColBERT");

  /** Maximum number of layers, several times that of known models. */
  private static final int MAX_DENSE = 8;

  public MultiVectorModules {
    requireNonNull(transformer, "transformer is null");
    requireNonNull(head, "head is null");
    requireNonNull(queryPrefix, "queryPrefix is null");
    requireNonNull(passagePrefix, "passagePrefix is null");
    requireNonNull(passageLength, "passageLength is null");
  }

  /** A module with the name of its class and its folder. */
  record Module(String name, Path folder) {}

  /**
   * Reads a model folder.
   *
   * @return empty if it is not of such a model
   * @throws ModelFormatException if a module or a setting is not supported
   */
  public static Optional<MultiVectorModules> read(Path folder) {
    Optional<Path> file = FolderPaths.find(folder, MODULES);
    if (file.isEmpty()) {
      return ColbertCheckpoint.read(folder);
    }
    List<Module> modules = new ArrayList<>();
    for (JsonObject module : ModelJson.readObjects(file.get())) {
      modules.add(module(folder, module));
    }
    Optional<JsonObject> settings = FolderPaths.find(folder, SETTINGS).map(ModelJson::read);
    List<String> names = modules.stream().map(Module::name).toList();
    boolean stated =
        settings.flatMap(json -> json.findString("model_type")).filter(TYPES::contains).isPresent();
    if (!stated && !names.contains(MASK) && !names.contains(PYLATE_DENSE)) {
      return Optional.empty();
    }
    requireSupported(file.get(), names);
    return Optional.of(
        new MultiVectorSettingsReader(modules, settings.orElseGet(() -> ModelJson.empty(folder)))
            .read());
  }

  private static Module module(Path folder, JsonObject module) {
    String type = module.string("type");
    String name = type.startsWith(LIBRARY) ? type.substring(type.lastIndexOf('.') + 1) : type;
    String path = module.findString("path").orElse("");
    return new Module(name, path.isEmpty() ? folder : FolderPaths.resolve(folder, path));
  }

  /** Requires a transformer, layers, and then what leaves out tokens and normalises vectors. */
  private static void requireSupported(Path file, List<String> names) {
    int layers = 1;
    while (layers < names.size() && isDense(names.get(layers))) {
      layers++;
    }
    List<String> last = names.subList(Math.min(layers, names.size()), names.size());
    boolean pylate = last.isEmpty() && names.contains(PYLATE_DENSE);
    boolean complete =
        last.size() <= 2
            && last.contains(NORMALIZE)
            && last.stream().allMatch(name -> name.equals(NORMALIZE) || name.equals(MASK));
    if (names.isEmpty()
        || !names.getFirst().equals("Transformer")
        || layers - 1 > MAX_DENSE
        || !(pylate || complete)) {
      throw new ModelFormatException(
          file,
          "has the modules "
              + Excerpt.unquoted(names.toString())
              + ", expected Transformer, Dense (up to "
              + MAX_DENSE
              + "), MultiVectorMask and Normalize of sentence_transformers, or Transformer and"
              + " Dense of PyLate: other token vectors would be wrong");
    }
  }

  static boolean isDense(String name) {
    return name.equals(DENSE) || name.equals(PYLATE_DENSE);
  }
}
