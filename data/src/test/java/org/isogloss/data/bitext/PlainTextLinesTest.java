// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainTextLinesTest {
  @TempDir Path folder;

  @Test
  void keepsEmptyLines() throws Exception {
    Path file = Files.writeString(folder.resolve("lines.txt"), "a\n\n \nb", StandardCharsets.UTF_8);
    assertThat(PlainTextLines.read(file, OnError.FAIL).toList()).containsExactly("a", "", " ", "b");
  }

  @Test
  void skipsLinesThatAreNotUtf8() throws Exception {
    Path file =
        Files.write(
            folder.resolve("lines.txt"), "gut\nschön\n".getBytes(StandardCharsets.ISO_8859_1));
    try (Records<String> lines = PlainTextLines.read(file, OnError.SKIP)) {
      assertThat(lines.next()).isEqualTo("gut");
      assertThat(lines.hasNext()).isFalse();
      assertThat(lines.skippedCount()).isEqualTo(1);
    }
  }

  @Test
  void keepsThePlacesOfSkippedLines() throws Exception {
    Path file =
        Files.write(
            folder.resolve("lines.txt"),
            "schön\ngut\nschön\nschön\nbesser\nschön".getBytes(StandardCharsets.ISO_8859_1));
    try (Records<String> lines = PlainTextLines.read(file, OnError.SKIP).withPlaceholder("")) {
      assertThat(lines.toList()).containsExactly("", "gut", "", "", "besser", "");
      assertThat(lines.skippedCount()).isEqualTo(4);
    }
  }
}
