// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.JsonErrors;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;

/**
 * Stores the measurements of finished systems in a folder, so that a killed run continues after
 * them. The folder belongs to one setting, which {@code settings.json} records.
 */
final class MeasurementStore {
  /** Maximum size of a file; measurements of a system take a few megabytes. */
  private static final long MAX_BYTES = 1L << 26;

  private static final String SETTINGS = "settings.json";

  private final Path folder;

  private MeasurementStore(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens a folder, or creates one.
   *
   * @param settings all settings on which figures depend
   * @throws IsoglossException if it contains rows that were measured with other settings
   */
  static MeasurementStore open(Path folder, Map<String, String> settings) {
    Path file = folder.resolve(SETTINGS);
    if (Files.exists(file)) {
      JsonErrors errors = damaged("use another work folder, or delete this one");
      requireSameSettings(JsonObject.read(file, MAX_BYTES, errors), settings);
    } else {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw FileErrors.cannotWrite(folder, e);
      }
      JsonFile.write(file, JsonFile.MAPPER.valueToTree(settings));
    }
    return new MeasurementStore(folder);
  }

  private static void requireSameSettings(JsonObject saved, Map<String, String> settings) {
    settings.forEach(
        (name, value) -> {
          String found = saved.findString(name).orElse("nothing");
          if (!found.equals(value)) {
            throw new IsoglossException(
                saved.file()
                    + ": its rows were measured with "
                    + name
                    + " = "
                    + found.strip()
                    + ", this run has "
                    + value.strip()
                    + ": use another work folder, or delete this one");
          }
        });
  }

  private Path file(String row) {
    return folder.resolve(row + ".json");
  }

  /** Returns the measurements of a system, if it is finished. */
  Optional<SystemMeasurements> find(String row) {
    Path file = file(row);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonErrors errors = damaged("delete it to measure again");
    ObjectNode json = JsonFile.read(file, MAX_BYTES, errors);
    try {
      return Optional.of(JsonFile.MAPPER.treeToValue(json, SystemMeasurements.class));
    } catch (JsonProcessingException e) {
      throw errors.create(file, e.getOriginalMessage(), e);
    }
  }

  private static JsonErrors damaged(String remedy) {
    return (file, problem, cause) ->
        new IsoglossException(file + ": is damaged: " + problem + ": " + remedy, cause);
  }

  /** Returns the measurements of a system; measures and stores them if it is not finished. */
  SystemMeasurements findOrMeasure(String row, Supplier<SystemMeasurements> measurement) {
    return find(row)
        .orElseGet(
            () -> {
              SystemMeasurements measured = measurement.get();
              save(row, measured);
              return measured;
            });
  }

  /** Stores the measurements of a system atomically. */
  void save(String row, SystemMeasurements measurements) {
    JsonFile.write(file(row), JsonFile.MAPPER.valueToTree(measurements));
  }
}
