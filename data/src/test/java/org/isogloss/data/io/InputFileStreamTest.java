// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.data.FormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileStreamTest {
  @TempDir Path folder;

  @Test
  void namesTheRemedyForBzip2() throws IOException {
    Path file =
        Files.write(
            folder.resolve("a.xml.bz2"), "BZh91AY&SY rest".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> InputFileStream.open(file))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ": is compressed with bzip2, expected gzip")
        .hasMessageEndingWith("<(bzcat a.xml.bz2)");
    Path text = Files.writeString(folder.resolve("a.txt"), "BZh9 is the beginning");
    try (InputFileStream in = InputFileStream.open(text)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("BZh9 is");
    }
  }
}
