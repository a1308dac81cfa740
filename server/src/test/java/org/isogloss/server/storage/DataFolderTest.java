// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders are there as a whole or not at all, also after a kill at any step. */
class DataFolderTest {
  private static final int KILLED = 137;
  private static final int MAX_STEPS = 20;

  @TempDir private Path root;

  /** A process that is killed at a step of one operation. */
  static final class Program {
    private Program() {}

    /** Runs the operation of the second argument; ends at the step of the third one. */
    public static void main(String[] args) {
      int[] left = {Integer.parseInt(args[2])};
      Runnable step =
          () -> {
            if (--left[0] == 0) {
              Runtime.getRuntime().halt(KILLED); // Like a kill: nothing is cleaned up.
            }
          };
      try (DataFolder data = DataFolder.open(Path.of(args[0]), step)) {
        switch (args[1]) {
          case "create" -> data.create(data.index("b"), folder -> write(folder, step));
          case "drop" -> data.delete(data.index("a"));
          case "snapshot" -> data.create(data.snapshot("a", "s"), folder -> write(folder, step));
          case "alias" -> {
            step.run();
            data.setState(data.state().withAliases(Map.of("x", "a", "y", "a")));
            step.run();
          }
          default -> throw new IllegalArgumentException(args[1]);
        }
      }
    }
  }

  private static void write(Path folder, Runnable step) {
    try {
      Files.writeString(folder.resolve("1"), "one");
      step.run();
      Files.writeString(Files.createDirectory(folder.resolve("sub")).resolve("2"), "two");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "drop", "snapshot", "alias"})
  void aKillLeavesTheOldStateOrTheNewOne(String operation) throws Exception {
    int kills = 0;
    boolean wasOld = false;
    for (int step = 1; step <= MAX_STEPS; step++) {
      Path folder = root.resolve(String.valueOf(step));
      try (DataFolder data = DataFolder.open(folder)) {
        data.create(data.index("a"), work -> write(work, () -> {}));
        data.setState(data.state().withAliases(Map.of("x", "old")));
      }
      int status = run(folder, operation, step);
      boolean changed;
      try (DataFolder data = DataFolder.open(folder)) {
        assertThat(folder.resolve("unfinished")).isEmptyDirectory();
        changed =
            switch (operation) {
              case "create" -> whole(data.indexes(), "b", data.index("b"));
              case "drop" -> !whole(data.indexes(), "a", data.index("a"));
              case "snapshot" -> whole(data.snapshots("a"), "s", data.snapshot("a", "s"));
              default -> {
                assertThat(data.state().aliases())
                    .isIn(Map.of("x", "old"), Map.of("x", "a", "y", "a"));
                yield data.state().aliases().size() == 2;
              }
            };
      }
      if (status == 0) {
        assertThat(changed).isTrue();
        assertThat(wasOld).isTrue();
        assertThat(kills).isGreaterThanOrEqualTo(2);
        return;
      }
      assertThat(status).isEqualTo(KILLED);
      wasOld |= !changed;
      kills++;
    }
    throw new AssertionError("the operation has more than " + MAX_STEPS + " steps");
  }

  private static boolean whole(List<String> names, String name, Path folder) {
    if (!names.contains(name)) {
      assertThat(folder).doesNotExist();
      return false;
    }
    assertThat(folder.resolve("1")).hasContent("one");
    assertThat(folder.resolve("sub/2")).hasContent("two");
    return true;
  }

  private static int run(Path folder, String operation, int step) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                folder.toString(),
                operation,
                String.valueOf(step))
            .inheritIO()
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void isUsedByOneServerAtATime() {
    try (DataFolder data = DataFolder.open(root)) {
      assertThat(data.indexes()).isEmpty();
      assertThatThrownBy(() -> DataFolder.open(root))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("another server uses this folder");
    }
    DataFolder.open(root).close();
  }

  @Test
  void refusesAFolderWithOtherFiles() throws IOException {
    Files.writeString(root.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> DataFolder.open(root))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("not empty");
    assertThat(root.resolve("indexes")).doesNotExist();
  }

  @Test
  void replacesNeitherFilesNorEmptyFolders() throws IOException {
    try (DataFolder data = DataFolder.open(root)) {
      Files.createDirectory(data.index("empty"));
      Files.writeString(data.index("file"), "mine");
      for (String name : List.of("empty", "file")) {
        assertThatThrownBy(() -> data.create(data.index(name), work -> write(work, () -> {})))
            .isInstanceOf(IsoglossException.class);
      }
      assertThat(data.index("empty")).isEmptyDirectory();
      assertThat(data.index("file")).hasContent("mine");
      assertThat(root.resolve("unfinished")).isEmptyDirectory();
    }
  }

  @Test
  void aFailureLeavesNothing() {
    try (DataFolder data = DataFolder.open(root)) {
      assertThatThrownBy(
              () ->
                  data.create(
                      data.index("a"),
                      work -> {
                        write(work, () -> {});
                        throw new IsoglossException("full");
                      }))
          .hasMessage("full");
      assertThat(data.indexes()).isEmpty();
      assertThat(root.resolve("unfinished")).isEmptyDirectory();
    }
  }

  @Test
  void reportsAMalformedState() throws IOException {
    DataFolder.open(root).close();
    Files.writeString(root.resolve("server.json"), "{\"aliases\": {\"x\": 1}}");
    try (DataFolder data = DataFolder.open(root)) {
      assertThatThrownBy(data::state)
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("server.json: has 1 in place of a name");
    }
  }

  @Test
  void hasNoPathOutsideOfTheFolder() {
    try (DataFolder data = DataFolder.open(root)) {
      for (String name : List.of("..", "a/b", "", "/etc", "a\u0000")) {
        assertThatThrownBy(() -> data.index(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> data.snapshot(name, "s"))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> data.snapshot("a", name))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
