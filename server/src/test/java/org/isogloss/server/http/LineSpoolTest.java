// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LineSpoolTest {
  /** In UTF-8 more bytes than characters. */
  private static final String TEXT = "שלום ".repeat(20);

  @Test
  void keepsFewLinesInMemory() throws IOException {
    try (LineSpool spool = new LineSpool()) {
      List<String> lines = add(spool, 3);
      assertThat(written(spool)).containsExactlyElementsOf(lines);
      assertThat(files(lines.getFirst())).isEmpty();
    }
  }

  @Test
  void keepsManyLinesInAFileThatIsDeleted() throws IOException {
    List<String> lines;
    try (LineSpool spool = new LineSpool()) {
      lines = add(spool, 5_000);
      assertThat(files(lines.getFirst())).hasSize(1);
      assertThat(written(spool)).containsExactlyElementsOf(lines);
    }
    assertThat(files(lines.getFirst())).isEmpty();
  }

  @Test
  void keepsALineThatIsLargerThanTheMemory() throws IOException {
    String line = "x".repeat(1 << 20);
    try (LineSpool spool = new LineSpool()) {
      spool.add("first");
      spool.add(line);
      spool.add("last");
      assertThat(written(spool)).containsExactly("first", line, "last");
    }
  }

  private static List<String> add(LineSpool spool, int count) {
    List<String> lines = new ArrayList<>();
    UUID name = UUID.randomUUID();
    for (int i = 0; i < count; i++) {
      lines.add(name.toString() + i + TEXT);
      spool.add(lines.getLast());
    }
    return lines;
  }

  private static List<String> written(LineSpool spool) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    spool.writeTo(out);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text).endsWith("\n");
    return text.lines().toList();
  }

  /** Returns the temporary files that begin with a line. */
  private static List<Path> files(String line) throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "isogloss*.ndjson")) {
      for (Path file : files) {
        if (line.equals(firstLine(file))) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static String firstLine(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      return reader.readLine();
    } catch (NoSuchFileException e) {
      return null; // Of another process, which has deleted it.
    }
  }
}
