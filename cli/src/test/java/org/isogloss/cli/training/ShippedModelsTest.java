// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.modelio.ModelFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedModelsTest {
  @TempDir private Path folder;

  private ShippedModels models() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new ShippedModels(
        folder.resolve("shipped"), new Console(nowhere, nowhere, Terminal.NONE));
  }

  @Test
  void createsTheFolderOfAShippedModelOnce() throws Exception {
    Path made = models().apply(Path.of("tiny"));
    assertThat(made).isEqualTo(folder.resolve("shipped/tiny"));
    try (ModelFolder copy = ModelFolder.open(made);
        ModelFolder tiny = ModelFolder.open("tiny")) {
      assertThat(copy.fingerprint()).isEqualTo(tiny.fingerprint());
    }
    Path mark = Files.createFile(made.resolve("mark"));
    assertThat(models().apply(Path.of("tiny"))).isEqualTo(made);
    assertThat(mark).exists();
  }

  @Test
  void returnsOtherPathsUnchanged() throws Exception {
    Path file = Files.createFile(folder.resolve("tiny"));
    for (Path path :
        new Path[] {file, Path.of("nothing"), Path.of("a/tiny"), Path.of("/tiny"), Path.of("")}) {
      assertThat(models().apply(path)).isEqualTo(path);
    }
    assertThat(folder.resolve("shipped")).doesNotExist();
  }
}
