// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.adapter;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.transformer.ArchitectureReader;

/**
 * The adapters that {@code config.json} of a model states. With the adapter of a task, each matrix
 * {@code W} of the model is {@code W + scale * B A}.
 *
 * @param tasks the tasks, in the order of the adapters in the weights
 * @param rank number of rows of {@code A} and columns of {@code B}
 * @param scale the factor of the product, {@code alpha / rank}
 * @param prompts the prefix of the texts of a task; a task may have none
 */
public record AdapterSettings(
    List<String> tasks, int rank, double scale, Map<String, String> prompts) {
  private static final String CONFIG = "config.json";
  private static final String TYPE = "xlm_roberta_flash";
  private static final String TASKS = "lora_adaptations";
  private static final String LOADED = "load_trained_adapters";
  private static final RoleTasks RETRIEVAL = new RoleTasks("retrieval.query", "retrieval.passage");

  /** Limits that are far above those of known models. */
  private static final int MAX_TASKS = 256;

  private static final int MAX_RANK = 1024;

  public AdapterSettings {
    tasks = List.copyOf(tasks);
    prompts = Map.copyOf(prompts);
  }

  /**
   * Finds the adapters of a model.
   *
   * @param folder the folder of the transformer
   * @return empty if it has none
   * @throws org.isogloss.modelio.format.ModelFormatException if a setting is invalid
   */
  public static Optional<AdapterSettings> find(Path folder) {
    return FolderPaths.find(folder, CONFIG)
        .map(ModelJson::read)
        .filter(config -> config.has(TASKS))
        .filter(config -> ArchitectureReader.type(config).equals(TYPE))
        .map(AdapterSettings::of);
  }

  private static AdapterSettings of(JsonObject config) {
    List<String> tasks = config.strings(TASKS);
    long distinct = tasks.stream().distinct().count();
    if (tasks.isEmpty() || tasks.size() > MAX_TASKS || distinct < tasks.size()) {
      throw config.error(
          TASKS,
          Excerpt.unquoted(tasks.toString()),
          "the names of 1 to " + MAX_TASKS + " tasks, each once");
    }
    if (!config.booleanOrDefault(LOADED, false)) {
      throw config.error(
          LOADED, "not true", "true: Python would use the model without its adapters");
    }
    int rank = config.intInRange("lora_rank", 1, MAX_RANK);
    Map<String, String> prompts = new HashMap<>();
    config
        .findObject("task_instructions")
        .ifPresent(stated -> stated.keys().forEach(task -> prompts.put(task, stated.string(task))));
    return new AdapterSettings(tasks, rank, config.number("lora_alpha") / rank, prompts);
  }

  /**
   * Returns the tasks of queries and passages: those of retrieval, or the only task.
   *
   * @param folder the folder of the transformer, for messages
   * @throws org.isogloss.core.IsoglossException if there are other tasks, of which none is for
   *     retrieval
   */
  public RoleTasks retrieval(Path folder) {
    if (tasks.containsAll(RETRIEVAL.distinct())) {
      return RETRIEVAL;
    }
    if (tasks.size() == 1) {
      return new RoleTasks(tasks.getFirst(), tasks.getFirst());
    }
    throw ModelJson.read(FolderPaths.resolve(folder, CONFIG))
        .error(
            TASKS,
            Excerpt.unquoted(tasks.toString()),
            String.join(" and ", RETRIEVAL.distinct()) + " among them, or one task");
  }

  /** Returns the prefix of the texts of a task; empty for none. */
  public String prompt(String task) {
    return prompts.getOrDefault(task, "");
  }
}
