// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The modules of sentence-transformers that a folder lists in {@code modules.json}.
 *
 * @param encoder the folder of the transformer or of the static embeddings
 * @param isStatic whether the encoder is static embeddings
 * @param pooling the folder of the pooling
 * @param dense the folders of the dense layers after the pooling, in their order
 * @param normalizes whether the last module normalises vectors to unit length
 */
public record SentenceTransformersModules(
    Path encoder, boolean isStatic, Optional<Path> pooling, List<Path> dense, boolean normalizes) {
  private static final String LIBRARY = "sentence_transformers.";
  private static final String TRANSFORMER = "Transformer";

  /** The transformer of a model with adapters, whose code is a part of the model. */
  static final String TRANSFORMER_WITH_TASKS = "custom_st.Transformer";

  private static final String STATIC = "StaticEmbedding";
  private static final String POOLING = "Pooling";
  private static final String DENSE = "Dense";
  private static final String NORMALIZE = "Normalize";
  private static final String VECTOR = "sentence_embedding";

  /** Maximum number of dense layers, several times that of known models. */
  private static final int MAX_DENSE = 8;

  public SentenceTransformersModules {
    dense = List.copyOf(dense);
  }

  /**
   * Reads the modules of a model folder.
   *
   * @return empty if the folder lists no modules
   * @throws ModelFormatException if there is a module that this library cannot apply, or they are
   *     in another order, which would change the vectors
   */
  public static Optional<SentenceTransformersModules> read(Path folder) {
    Optional<Path> file = FolderPaths.find(folder, SentenceTransformersWriter.MODULES);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    List<JsonObject> modules = ModelJson.readObjects(file.get());
    List<String> names = new ArrayList<>();
    for (JsonObject module : modules) {
      String type = module.string("type");
      // Other packages have classes of the same names.
      boolean known =
          type.startsWith(LIBRARY)
              || (type.equals(TRANSFORMER_WITH_TASKS)
                  && AdapterSettings.find(encoder(folder, module)).isPresent());
      names.add(known ? type.substring(type.lastIndexOf('.') + 1) : type);
    }
    if (!isSupported(names)) {
      throw new ModelFormatException(
          file.get(),
          "has the modules "
              + Excerpt.unquoted(names.toString())
              + ", expected the modules Transformer, Pooling, optionally Dense (up to "
              + MAX_DENSE
              + "), and optionally"
              + " Normalize of sentence_transformers in this order, or StaticEmbedding and"
              + " optionally Normalize: vectors without one of the modules, or in another order,"
              + " would be wrong");
    }
    boolean normalizes = names.getLast().equals(NORMALIZE);
    if (normalizes) {
      requireNormalizesVector(folder, modules.getLast());
    }
    return Optional.of(
        new SentenceTransformersModules(
            encoder(folder, modules.getFirst()),
            names.getFirst().equals(STATIC),
            names.contains(POOLING)
                ? Optional.of(resolve(folder, modules.get(1)))
                : Optional.empty(),
            modules.stream()
                .filter(module -> names.get(modules.indexOf(module)).equals(DENSE))
                .map(module -> resolve(folder, module))
                .toList(),
            normalizes));
  }

  /** Returns whether this library, which normalises every vector, applies a sequence of modules. */
  private static boolean isSupported(List<String> names) {
    int last = names.size() - 1;
    if (names.equals(List.of(STATIC)) || names.equals(List.of(STATIC, NORMALIZE))) {
      return true;
    }
    if (names.isEmpty() || !names.getFirst().equals(TRANSFORMER)) {
      return false;
    }
    if (last == 0) {
      return true;
    }
    List<String> between =
        names.subList(Math.min(2, last + 1), names.getLast().equals(NORMALIZE) ? last : last + 1);
    return names.get(1).equals(POOLING)
        && between.size() <= MAX_DENSE
        && between.stream().allMatch(DENSE::equals);
  }

  /** The first module may be in the folder itself. */
  private static Path encoder(Path folder, JsonObject module) {
    String path = module.findString("path").orElse("");
    return path.isEmpty() || path.equals(".") ? folder : FolderPaths.resolve(folder, path);
  }

  private static Path resolve(Path folder, JsonObject module) {
    return FolderPaths.resolve(folder, module.string("path"));
  }

  /** Since version 6, a normalisation can apply to other vectors than those of texts. */
  private static void requireNormalizesVector(Path folder, JsonObject module) {
    FolderPaths.find(folder, module.string("path") + "/config.json")
        .map(ModelJson::read)
        .ifPresent(
            config -> {
              for (String key : List.of("module_input_name", "module_output_name")) {
                String vector = config.findString(key).orElse(VECTOR);
                if (!vector.equals(VECTOR)) {
                  throw config.error(key, Excerpt.quote(vector), Excerpt.quote(VECTOR));
                }
              }
            });
  }

  /**
   * Finds the folders of the dense layers.
   *
   * @param folder a model folder
   * @return in their order; none if the folder lists no modules
   * @throws ModelFormatException as {@link #read} does
   */
  public static List<Path> findDense(Path folder) {
    return read(folder).map(SentenceTransformersModules::dense).orElse(List.of());
  }
}
