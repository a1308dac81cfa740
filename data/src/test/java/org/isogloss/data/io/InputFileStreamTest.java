// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileStreamTest {
  @TempDir Path folder;

  @Test
  void aTextMayBeginLikeBzip2() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "BZh9 is the beginning");
    try (InputFileStream in = InputFileStream.open(text)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("BZh9 is");
    }
  }
}
