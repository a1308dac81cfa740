// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/**
 * Stores the measurements of finished systems in a folder, so that a killed run continues after
 * them. The folder belongs to one setting, which {@code settings.json} records.
 */
public final class MeasurementStore {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

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
  public static MeasurementStore open(Path folder, Map<String, String> settings) {
    Path file = folder.resolve(SETTINGS);
    try {
      Files.createDirectories(folder);
      if (Files.exists(file)) {
        Map<String, String> before =
            MAPPER.readValue(bytes(file), new TypeReference<LinkedHashMap<String, String>>() {});
        requireSameSettings(file, before == null ? Map.of() : before, settings);
      } else {
        write(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(settings));
      }
    } catch (JsonProcessingException e) {
      throw damaged(file, e, "use another work folder, or delete this one");
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
    return new MeasurementStore(folder);
  }

  private static void requireSameSettings(
      Path file, Map<String, String> savedSettings, Map<String, String> settings) {
    settings.forEach(
        (name, value) -> {
          String found = Objects.requireNonNullElse(savedSettings.get(name), "nothing");
          if (!found.equals(value)) {
            throw new IsoglossException(
                file
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
  public Optional<SystemMeasurements> find(String row) {
    Path file = file(row);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      SystemMeasurements figures = MAPPER.readValue(bytes(file), SystemMeasurements.class);
      return Optional.of(Objects.requireNonNull(figures, "figures is null"));
    } catch (JsonProcessingException | NullPointerException e) {
      throw damaged(file, e, "delete it to measure again");
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IsoglossException(
          file
              + ": has "
              + Files.size(file)
              + " bytes, expected at most "
              + MAX_BYTES
              + ": delete it to measure again");
    }
    return Files.readAllBytes(file);
  }

  private static IsoglossException damaged(Path file, Exception e, String remedy) {
    String problem =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return new IsoglossException(file + ": is damaged: " + problem + ": " + remedy, e);
  }

  /** Returns the measurements of a system; measures and stores them if it is not finished. */
  public SystemMeasurements findOrMeasure(String row, Supplier<SystemMeasurements> measurement) {
    return find(row)
        .orElseGet(
            () -> {
              SystemMeasurements measured = measurement.get();
              save(row, measured);
              return measured;
            });
  }

  /** Stores the measurements of a system atomically. */
  public void save(String row, SystemMeasurements measurements) {
    try {
      write(file(row), MAPPER.writeValueAsString(measurements));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Path file, String text) {
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
