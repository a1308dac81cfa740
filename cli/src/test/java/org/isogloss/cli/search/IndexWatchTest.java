// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The command {@code index --watch} in a process of its own, which is killed and started again. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
class IndexWatchTest extends CommandTest {
  private static final int TERMINATED = 143;

  private Path notes;
  private Path index;

  @BeforeEach
  void notes() throws IOException {
    notes = Files.createDirectory(folder.resolve("notes"));
    index = folder.resolve("index");
    Files.writeString(notes.resolve("a.txt"), "A note about giraffes.");
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "org.isogloss.cli.Isogloss",
            "index",
            notes.toString(),
            "--index",
            index.toString(),
            "--model",
            "none",
            "--watch")
        .redirectErrorStream(true)
        .start();
  }

  /** Waits for a line of the output. */
  private static void await(BufferedReader output, String part) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      all.append(line).append('\n');
      if (line.contains(part)) {
        return;
      }
    }
    throw new AssertionError("the process ended without \"" + part + "\":\n" + all);
  }

  private String found(String word) {
    assertThat(isogloss("search", word, "--index", index, "--pipeline", "bm25", "--json")).isZero();
    return out();
  }

  @Test
  void everyChangeIsIndexedUntilTheProcessIsStopped() throws Exception {
    Process first = start();
    try (BufferedReader output = first.inputReader()) {
      await(output, "Watching for changes");
      Files.createDirectories(notes.resolve("new/below"));
      Files.writeString(notes.resolve("new/below/b.txt"), "A note about zeppelins.");
      await(output, "1 added");
      await(output, "The index contains 2 documents");
      assertThat(found("zeppelins")).contains("new/below/b.txt");
      Files.delete(notes.resolve("a.txt"));
      await(output, "1 gone");
      assertThat(found("giraffes")).doesNotContain("a.txt");
    } finally {
      first.destroyForcibly().waitFor();
    }

    Files.writeString(notes.resolve("c.txt"), "A note about penguins.");
    Process second = start();
    try (BufferedReader output = second.inputReader()) {
      await(output, "files 1 added, 1 unchanged");
      await(output, "Watching for changes");
      assertThat(found("penguins")).contains("c.txt");
      Files.writeString(notes.resolve("c.txt"), "A note about walruses.");
      await(output, "1 changed");
      assertThat(found("walruses")).contains("c.txt");
      second.destroy();
      assertThat(second.waitFor()).isEqualTo(TERMINATED);
      assertThat(index.resolve("isogloss.writing")).doesNotExist();
    } finally {
      second.destroyForcibly();
    }
  }
}
