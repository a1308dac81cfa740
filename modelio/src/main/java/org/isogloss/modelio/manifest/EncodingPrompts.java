// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.adapter.RoleTasks;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/**
 * The prefixes of texts in {@code config_sentence_transformers.json}, which is also where
 * sentence-transformers states how vectors are compared. A setting that would change vectors or
 * their order and is not supported is rejected.
 *
 * @param query the prefix of queries; empty for none
 * @param passage the prefix of passages; empty for none
 * @param dimension number of dimensions that are kept of a vector; empty for all
 */
record EncodingPrompts(String query, String passage, OptionalInt dimension) {
  private static final String QUERY = "query";

  /** The prompts of passages, of which sentence-transformers applies the first that is stated. */
  private static final List<String> PASSAGE = List.of("document", "passage", "corpus");

  private static final String DEFAULT = "default_prompt_name";
  private static final String SIMILARITY = "similarity_fn_name";
  private static final String DIMENSION = "truncate_dim";
  private static final String TYPE = "model_type";
  private static final Set<String> TYPES = Set.of("SentenceTransformer", "CrossEncoder");
  private static final String SPARSE = "SparseEncoder";

  /** The prompts that {@code config.json} states for tasks, and the tasks of the roles. */
  record TaskPrompts(AdapterSettings adapters, RoleTasks tasks) {
    String query() {
      return adapters.prompt(tasks.query());
    }

    String passage() {
      return adapters.prompt(tasks.passage());
    }

    /** Requires that sentence-transformers' prompts of tasks are the same. */
    private void requireAgreement(JsonObject prompts) {
      for (String task : adapters.tasks()) {
        String expected = adapters.prompt(task);
        if (prompts.findString(task).filter(found -> !found.equals(expected)).isPresent()) {
          throw prompts.error(
              task,
              Excerpt.quote(prompts.string(task)),
              Excerpt.quote(expected) + ", as task_instructions in config.json");
        }
      }
    }
  }

  /**
   * Reads the file of a folder.
   *
   * @param normalized whether the model itself normalises its vectors to unit length
   * @param sparse whether the model computes weights of terms
   * @param tasks the prompts of queries and passages by their tasks, which apply if the file states
   *     none for queries or passages; empty for a model without tasks
   * @throws org.isogloss.modelio.format.ModelFormatException if it is invalid, or a setting is not
   *     supported
   */
  static EncodingPrompts read(
      Path folder, boolean normalized, boolean sparse, Optional<TaskPrompts> tasks) {
    return FolderPaths.find(folder, SentenceTransformersWriter.PROMPTS)
        .map(ModelJson::read)
        .map(json -> of(json, normalized, sparse, tasks))
        .orElse(
            new EncodingPrompts(
                tasks.map(TaskPrompts::query).orElse(""),
                tasks.map(TaskPrompts::passage).orElse(""),
                OptionalInt.empty()));
  }

  private static EncodingPrompts of(
      JsonObject json, boolean normalized, boolean sparse, Optional<TaskPrompts> tasks) {
    if (sparse) {
      requireSparse(json);
    } else {
      String type = json.findString(TYPE).orElse("SentenceTransformer");
      if (!TYPES.contains(type)) {
        throw json.error(TYPE, Excerpt.quote(type), "SentenceTransformer or CrossEncoder");
      }
      requireCosine(json, normalized);
    }
    Optional<JsonObject> prompts = json.findObject("prompts");
    if (prompts.isPresent() && tasks.isPresent()) {
      tasks.get().requireAgreement(prompts.get());
    }
    Optional<String> query =
        prompts.flatMap(stated -> stated.findString(QUERY)).or(() -> tasks.map(TaskPrompts::query));
    Optional<String> passage =
        prompts
            .flatMap(
                stated ->
                    PASSAGE.stream().flatMap(key -> stated.findString(key).stream()).findFirst())
            .or(() -> tasks.map(TaskPrompts::passage));
    json.findString(DEFAULT)
        .ifPresent(name -> requireNoEffect(json, name, prompts, query, passage));
    return new EncodingPrompts(
        query.orElse(""), passage.orElse(""), json.findIntAtLeast(DIMENSION, 1));
  }

  /** Weights of terms are compared by their dot product. */
  private static void requireSparse(JsonObject json) {
    String type = json.findString(TYPE).orElse(SPARSE);
    String similarity = json.findString(SIMILARITY).orElse("dot");
    if (!type.equals(SPARSE)) {
      throw json.error(TYPE, Excerpt.quote(type), SPARSE + ", as modules.json says");
    }
    if (!similarity.equals("dot")) {
      throw json.error(SIMILARITY, Excerpt.quote(similarity), "\"dot\" for a sparse model");
    }
    for (String key : List.of(DIMENSION, "max_active_dims")) {
      if (json.has(key)) {
        throw json.error(key, "present", "no such key, or null, for a sparse model");
      }
    }
  }

  /**
   * Vectors are compared by their cosine. For unit vectors it is the dot product, and gives the
   * order of Euclidean distances.
   */
  private static void requireCosine(JsonObject json, boolean normalized) {
    String similarity = json.findString(SIMILARITY).orElse("cosine");
    boolean ofUnitVectors = similarity.equals("dot") || similarity.equals("euclidean");
    if (!similarity.equals("cosine") && !(ofUnitVectors && normalized)) {
      throw json.error(
          SIMILARITY,
          Excerpt.quote(similarity),
          "\"cosine\", or \"dot\" or \"euclidean\" with the module Normalize: this library compares vectors of unit"
              + " length, which gives other scores; use a model that was trained for the cosine");
    }
  }

  /** Versions of sentence-transformers apply the default prompt to different texts. */
  private static void requireNoEffect(
      JsonObject json,
      String name,
      Optional<JsonObject> prompts,
      Optional<String> query,
      Optional<String> passage) {
    Optional<String> applied = prompts.flatMap(stated -> stated.findString(name));
    if (applied.isEmpty()) {
      throw json.error(DEFAULT, Excerpt.quote(name), "null, or the name of one of the prompts");
    }
    if (!applied.get().isEmpty() && (query.isEmpty() || passage.isEmpty())) {
      throw json.error(
          DEFAULT,
          Excerpt.quote(name),
          "null, or prompts for both \"query\" and \"document\" (\"\" for none): texts without a"
              + " prompt of their own would get this one in some versions only");
    }
  }
}
