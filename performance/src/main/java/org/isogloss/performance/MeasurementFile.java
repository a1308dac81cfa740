// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.isogloss.core.json.JsonFile;

/**
 * The measurements of a benchmark for other programs, such as {@code performance/ratios}: if the
 * environment variable {@code MEASUREMENTS} names a file, each becomes a line of it, {@code
 * {"name": "bm25", "values": {"processor_ms": 1.5}}}. Otherwise nothing is written. {@code
 * performance/measurements.py} is the same for scripts.
 */
public final class MeasurementFile {
  private static final String VARIABLE = "MEASUREMENTS";

  private MeasurementFile() {}

  /**
   * Appends a measurement.
   *
   * @param values what was measured, by its name with the unit
   */
  public static void append(String name, Map<String, Double> values) {
    String file = System.getenv(VARIABLE);
    if (file == null) {
      return;
    }
    try {
      String line = JsonFile.MAPPER.writeValueAsString(Map.of("name", name, "values", values));
      Files.write(
          Path.of(file), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + file, e);
    }
  }
}
