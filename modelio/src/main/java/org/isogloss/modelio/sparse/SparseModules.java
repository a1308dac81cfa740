// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.sparse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.tokenizer.TokenizerFiles;

/**
 * The modules of a SparseEncoder of sentence-transformers: a masked language model with
 * SpladePooling, and optionally SparseStaticEmbedding for queries, to which a Router then leads.
 *
 * @param transformer the folder of the language model
 * @param pooling the folder of the pooling
 * @param queries the folder of the weights of tokens in queries; empty if the language model
 *     encodes queries, too
 */
public record SparseModules(Path transformer, Path pooling, Optional<Path> queries) {
  /** Lists the modules. */
  static final String MODULES = "modules.json";

  /** Lists the modules of a router. */
  static final String ROUTER = "router_config.json";

  private static final String LIBRARY = "sentence_transformers.";
  private static final Set<String> LANGUAGE_MODELS = Set.of("Transformer", "MLMTransformer");
  private static final String POOLING = "SpladePooling";
  private static final String QUERIES = "SparseStaticEmbedding";

  /** A module with the name of its class and its folder. */
  private record Module(String name, Path folder) {}

  /**
   * Reads the modules of a model folder.
   *
   * @return empty if the folder lists no modules, or those of a model with dense vectors
   * @throws ModelFormatException if the modules are those of a sparse model that this library
   *     cannot apply
   */
  public static Optional<SparseModules> read(Path folder) {
    Optional<Path> file = FolderPaths.find(folder, MODULES);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    List<Module> modules =
        ModelJson.readObjects(file.get()).stream()
            .map(module -> module(folder, module.string("type"), module.findString("path")))
            .toList();
    List<String> names = modules.stream().map(Module::name).toList();
    if (names.equals(List.of("Router"))) {
      return Optional.of(ofRouter(modules.getFirst().folder()));
    }
    return names.contains(POOLING) || names.contains(QUERIES)
        ? Optional.of(of(file.get(), modules, Optional.empty()))
        : Optional.empty();
  }

  private static Module module(Path folder, String type, Optional<String> path) {
    String name = type.startsWith(LIBRARY) ? type.substring(type.lastIndexOf('.') + 1) : type;
    String relative = path.orElse("");
    return new Module(name, relative.isEmpty() ? folder : FolderPaths.resolve(folder, relative));
  }

  private static SparseModules ofRouter(Path folder) {
    JsonObject router = ModelJson.read(FolderPaths.resolve(folder, ROUTER));
    JsonObject types = router.object("types");
    JsonObject structure = router.object("structure");
    List<List<Module>> routes = new ArrayList<>();
    for (String route : List.of("query", "document")) {
      routes.add(
          structure.strings(route).stream()
              .map(path -> module(folder, types.string(path), Optional.of(path)))
              .toList());
    }
    List<Module> queries = routes.getFirst();
    if (structure.keys().size() != 2 || queries.size() != 1 || !isQueries(queries.getFirst())) {
      throw router.error(
          "structure",
          Excerpt.unquoted(structure.keys() + " with " + names(queries) + " for queries"),
          "the routes query, with " + QUERIES + ", and document");
    }
    SparseModules modules =
        of(router.file(), routes.getLast(), Optional.of(queries.getFirst().folder()));
    modules.requireSameTokenizer();
    return modules;
  }

  private static boolean isQueries(Module module) {
    return module.name().equals(QUERIES);
  }

  private static SparseModules of(Path file, List<Module> modules, Optional<Path> queries) {
    if (modules.size() != 2
        || !LANGUAGE_MODELS.contains(modules.getFirst().name())
        || !modules.getLast().name().equals(POOLING)) {
      throw new ModelFormatException(
          file,
          "has the modules "
              + Excerpt.unquoted(names(modules).toString())
              + " for documents, expected Transformer (or MLMTransformer) and "
              + POOLING
              + " of sentence_transformers: other weights would be wrong");
    }
    return new SparseModules(modules.getFirst().folder(), modules.getLast().folder(), queries);
  }

  private static List<String> names(List<Module> modules) {
    return modules.stream().map(Module::name).toList();
  }

  private void requireSameTokenizer() {
    for (String name : List.of(TokenizerFiles.VOCAB_TXT, TokenizerFiles.TOKENIZER_JSON)) {
      Optional<Path> one = FolderPaths.find(transformer, name);
      Optional<Path> other = FolderPaths.find(queries.orElseThrow(), name);
      try {
        if (one.isPresent() && other.isPresent() && Files.mismatch(one.get(), other.get()) >= 0) {
          throw new ModelFormatException(
              other.get(), "differs from that of documents, expected the same tokenizer");
        }
      } catch (IOException e) {
        throw new ModelFormatException(one.get(), FileErrors.readFailure(one.get(), e), e);
      }
    }
  }
}
