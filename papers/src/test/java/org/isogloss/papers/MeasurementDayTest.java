// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementDayTest {
  @TempDir private Path work;

  private void write(String name, String time) throws IOException {
    Path file = Files.writeString(work.resolve(name), "{}");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)));
  }

  @Test
  void isThatOfTheLastRow() throws IOException {
    write("settings.json", "2026-03-09T12:00:00Z");
    write("model.fingerprint", "2026-03-09T12:00:00Z");
    assertThat(MeasurementDay.of(work)).isEmpty();
    for (String day : List.of("2026-03-01", "2026-03-02", "2026-02-28")) {
      write(day + ".json", day + "T23:30:00Z");
    }
    assertThat(MeasurementDay.of(work)).contains(LocalDate.of(2026, 3, 2));
  }
}
