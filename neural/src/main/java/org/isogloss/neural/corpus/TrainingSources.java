// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.manifest.ProvenanceSource;

/** Lists the files that a training reads, with their checksums and licences. */
public final class TrainingSources {
  private final Map<String, String> licences;
  private final List<ProvenanceSource> sources = new ArrayList<>();

  /**
   * Creates an empty list.
   *
   * @param licences SPDX expressions by part of the training data
   */
  public TrainingSources(Map<String, String> licences) {
    this.licences = Map.copyOf(requireNonNull(licences, "licences is null"));
  }

  /**
   * Adds a file as {@code part/name}.
   *
   * @throws IsoglossException if it cannot be read
   */
  public TrainingSources file(String part, Path file) {
    Path name = requireNonNull(file.getFileName(), "file has no name");
    sources.add(
        new ProvenanceSource(
            part + '/' + name, Checksums.sha256(file), licences.getOrDefault(part, "")));
    return this;
  }

  /**
   * Adds the files of a folder, in the order of their names.
   *
   * @param filter decides by file name which files are added
   * @throws IsoglossException if the folder or a file cannot be read
   */
  public TrainingSources folder(String part, Path folder, Predicate<String> filter) {
    if (!Files.isDirectory(folder)) {
      throw new IsoglossException(folder + ": no such folder (" + part + " of the recipe)");
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> Files.isRegularFile(file) && filter.test(file.getFileName().toString()))
          .sorted()
          .forEach(file -> file(part, file));
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + FileErrors.describe(e), e);
    }
    return this;
  }

  /**
   * Adds the files of a model folder that determine what the model computes.
   *
   * @throws IsoglossException if the folder or a file cannot be read
   */
  public TrainingSources model(String part, Path folder) {
    return folder(
        part,
        folder,
        name ->
            name.endsWith(".safetensors")
                || name.equals("config.json")
                || name.equals("vocab.txt")
                || name.equals("tokenizer.json"));
  }

  /** Returns the files in the order in which they were added. */
  public List<ProvenanceSource> list() {
    return List.copyOf(sources);
  }
}
