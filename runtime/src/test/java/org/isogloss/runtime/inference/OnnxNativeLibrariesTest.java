// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class OnnxNativeLibrariesTest {
  @TempDir Path folder;
  private Path cache;
  private Path temporary;

  /** Loads ONNX Runtime, then is killed, as far as hooks and files to delete are concerned. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      String outcome = "loaded";
      try {
        WeightSignedness.fastestExact();
      } catch (IsoglossException e) {
        outcome = e.getMessage();
      }
      System.out.write(outcome.getBytes(StandardCharsets.UTF_8), 0, outcome.length());
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  @BeforeEach
  void createFolders() throws IOException {
    cache = Files.createDirectory(folder.resolve("cache"));
    temporary = Files.createDirectory(folder.resolve("temporary"));
  }

  private String run(String... prefix) throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Program.class.getName());
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().put("XDG_CACHE_HOME", cache.toString());
    program.environment().put("ORT_DISABLE_TELEMETRY", "1");
    program.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new String(program.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private List<Path> copies() throws IOException {
    try (Stream<Path> files = Files.walk(cache.resolve("isogloss/native"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void areLoadedFromTheCacheAndLeaveNothingBehind() throws IOException {
    assertThat(run()).isEqualTo("loaded");
    assertThat(copies()).hasSize(2);
    assertThat(temporary).isEmptyDirectory();
    Path damaged = Files.writeString(copies().getFirst(), "damaged");
    assertThat(run()).isEqualTo("loaded");
    assertThat(Files.size(damaged)).isGreaterThan(1 << 20);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void areUnpackedElsewhereIfThereIsNoCache() throws IOException {
    Files.delete(cache);
    Files.writeString(cache, "a file");
    assertThat(run()).isEqualTo("loaded");
  }

  @Test
  void namesAFolderForTemporaryFilesThatDoesNotExist() throws IOException {
    Files.delete(temporary);
    assertThat(run())
        .startsWith("ONNX Runtime cannot be loaded (" + temporary)
        .contains("no such file or folder")
        .contains("it needs the folder for temporary files " + temporary)
        .endsWith("set XDG_CACHE_HOME or java.io.tmpdir to others");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void namesTheReasonIfNeitherFolderHasRoom() throws IOException {
    assertThat(run("sh", "-c", "ulimit -f 2048; exec \"$0\" \"$@\""))
        .startsWith("ONNX Runtime cannot be loaded (no copy in the cache: would be larger than")
        .contains("with 30 MB of free space; free space")
        .endsWith("set XDG_CACHE_HOME or java.io.tmpdir to others");
  }
}
