// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class UnfinishedFolderTest {
  @TempDir Path parent;

  /** The program that is killed while it writes the folder {@code model}. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      AtomicFolder.create(
          Path.of(args[0]),
          folder -> {
            Files.writeString(folder.resolve("weights"), "half");
            System.out.write('\n'); // Ready to be killed.
            System.out.flush();
            System.in.read();
          });
    }
  }

  private Process startWriter() throws IOException {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                parent.resolve("model").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(writer.getInputStream().read()).isEqualTo('\n');
    return writer;
  }

  private void create(String name) {
    AtomicFolder.create(
        parent.resolve(name), folder -> Files.writeString(folder.resolve("weights"), "all"));
  }

  @Test
  void theNextRunDeletesWhatAKilledOneLeft() throws Exception {
    Process killed = startWriter();
    killed.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    assertThat(parent).isDirectoryContaining("glob:**/model.unfinished*");
    create("model");
    assertThat(parent.toFile().list()).containsExactly("model");
  }

  @Test
  void keepsWhatAnotherProcessIsWriting() throws Exception {
    Process writing = startWriter();
    try {
      UnfinishedFolder.deleteAbandoned(parent, "model.unfinished");
      assertThat(parent).isDirectoryContaining("glob:**/model.unfinished*");
    } finally {
      writing.getOutputStream().close();
      assertThat(writing.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(parent.toFile().list()).containsExactly("model");
  }

  @Test
  void deletesFoldersWithoutALockIfTheyAreOld() throws IOException {
    Path old = Files.createDirectories(parent.resolve("model.unfinished123/complete")).getParent();
    Files.createDirectory(parent.resolve("model.unfinished456"));
    Files.createDirectory(parent.resolve("model.unfinished"));
    Files.createDirectory(parent.resolve("model2.unfinished123"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    create("model");
    assertThat(parent.toFile().list())
        .containsExactlyInAnyOrder(
            "model", "model.unfinished", "model.unfinished456", "model2.unfinished123");
  }
}
