// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.io.FileErrors;

/** The day on which the last row of a work folder was measured: a row is a file of JSON. */
final class MeasurementDay {
  /** The file of JSON that is no row. */
  private static final String SETTINGS = "settings.json";

  private MeasurementDay() {}

  /** Returns the day in UTC; empty if the folder has no row. */
  static Optional<LocalDate> of(Path work) {
    try (Stream<Path> files = Files.list(work)) {
      Instant last = Instant.MIN;
      for (Path file : files.filter(MeasurementDay::isRow).toList()) {
        Instant stored = Files.getLastModifiedTime(file).toInstant();
        last = stored.isAfter(last) ? stored : last;
      }
      return Optional.of(last)
          .filter(time -> time.isAfter(Instant.MIN))
          .map(time -> LocalDate.ofInstant(time, ZoneOffset.UTC));
    } catch (IOException e) {
      throw FileErrors.cannotRead(work, e);
    }
  }

  private static boolean isRow(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json") && !name.equals(SETTINGS);
  }
}
