// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Records;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The files with the examples of a task.
 *
 * @param training files on which the model is trained, at least one
 * @param validation files that decide which state of the model is kept; may be empty
 */
public record TaskFiles(List<Path> training, List<Path> validation) {
  /** The names of the sources of a recipe, for its licences. */
  public static final List<String> PARTS = List.of("base", "training", "validation");

  public TaskFiles {
    training = List.copyOf(training);
    validation = List.copyOf(validation);
    if (training.isEmpty()) {
      throw new IllegalArgumentException("data.training is empty, expected one or more files");
    }
  }

  /**
   * Requires that a name is a valid name of a folder, and that licences are those of known sources.
   *
   * @throws IllegalArgumentException if they are not
   */
  public static void requireNames(String name, Map<String, String> licences) {
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), PARTS);
    RecipeChecks.requireValidName(name);
  }

  /** Returns the files that a recipe reads, with its base model. */
  public List<ProvenanceSource> sources(FineTuningRecipe recipe) {
    TrainingSources sources = new TrainingSources(recipe.licences());
    sources.model(PARTS.getFirst(), recipe.model().base());
    training.forEach(file -> sources.file(PARTS.get(1), file));
    validation.forEach(file -> sources.file(PARTS.get(2), file));
    return sources.list();
  }

  /**
   * Reads all records of a file.
   *
   * @throws IsoglossException if it has none, or one is malformed
   */
  public static <T> List<T> read(Path file, Function<Path, Records<T>> reader) {
    List<T> all = new ArrayList<>();
    try (Records<T> records = reader.apply(file)) {
      records.forEachRemaining(all::add);
    }
    if (all.isEmpty()) {
      throw new IsoglossException(file + ": has no examples, expected one or more");
    }
    return all;
  }

  /** Reads the records of all training files. */
  public <T> List<T> readTraining(Function<Path, Records<T>> reader) {
    return training.stream().flatMap(file -> read(file, reader).stream()).toList();
  }

  /** Reads the records of each validation file, by its name. */
  public <T> Map<String, List<T>> readValidation(Function<Path, Records<T>> reader) {
    Map<String, List<T>> files = new LinkedHashMap<>();
    for (Path file : validation) {
      String name = file.getFileName().toString();
      if (files.put(name, read(file, reader)) != null) {
        throw new IsoglossException(
            "two validation files are called "
                + name
                + ", expected different names, by which their results are reported");
      }
    }
    return files;
  }
}
