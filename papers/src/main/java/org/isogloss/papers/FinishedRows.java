package org.isogloss.papers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;

/**
 * What was measured of the systems that are finished, in a folder, so that a run that was killed
 * goes on behind them. The folder belongs to one setting: {@code settings.json} says which.
 */
public final class FinishedRows {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SETTINGS = "settings.json";

  private final Path folder;

  private FinishedRows(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens a folder, or begins one.
   *
   * @param settings everything that figures depend on
   * @throws IsoglossException if it holds rows that were measured with other settings
   */
  public static FinishedRows open(Path folder, Map<String, String> settings) {
    Path file = folder.resolve(SETTINGS);
    try {
      Files.createDirectories(folder);
      if (Files.exists(file)) {
        Map<String, String> before =
            MAPPER.readValue(
                Files.readString(file), new TypeReference<LinkedHashMap<String, String>>() {});
        requireSame(file, before, settings);
      } else {
        write(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(settings));
      }
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be read or written: " + e.getMessage(), e);
    }
    return new FinishedRows(folder);
  }

  private static void requireSame(
      Path file, Map<String, String> before, Map<String, String> settings) {
    settings.forEach(
        (name, value) -> {
          String found = before.getOrDefault(name, "nothing");
          if (!found.equals(value)) {
            throw new IsoglossException(
                file
                    + ": its rows were measured with "
                    + name
                    + " = "
                    + found.strip()
                    + ", this run has "
                    + value.strip()
                    + ": give another folder (--work), or remove this one");
          }
        });
  }

  private Path file(String row) {
    return folder.resolve(row + ".json");
  }

  /** What was measured of a system, if it is finished. */
  public Optional<RowFigures> find(String row) {
    Path file = file(row);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.readValue(Files.readString(file), RowFigures.class));
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot be read (" + e.getMessage() + "): remove it, it is measured again", e);
    }
  }

  /** What was measured of a system; measures and keeps it where it is not finished. */
  public RowFigures findOr(String row, Supplier<RowFigures> measuring) {
    return find(row)
        .orElseGet(
            () -> {
              RowFigures measured = measuring.get();
              keep(row, measured);
              return measured;
            });
  }

  /** Keeps what was measured of a system; it is there whole or not at all. */
  public void keep(String row, RowFigures figures) {
    try {
      write(file(row), MAPPER.writeValueAsString(figures));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Path file, String text) {
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
