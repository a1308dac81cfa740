// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncompleteLastLineTest {
  @ParameterizedTest
  @CsvSource({"'', ''", "half, ''", "'one\n', 'one\n'", "'one\ntwo\nhal', 'one\ntwo\n'"})
  void keepsCompleteLines(String written, String kept, @TempDir Path temporary) throws IOException {
    Path file = Files.writeString(temporary.resolve("log"), written);
    IncompleteLastLine.remove(file);
    assertThat(file).hasContent(kept);
    assertThat(Files.size(file)).isEqualTo(kept.length());
  }
}
