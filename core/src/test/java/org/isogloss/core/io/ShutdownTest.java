// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
class ShutdownTest {
  @TempDir Path temporary;

  /** Finishes its work, which writes the file {@code args[0]}, when it is asked to end. */
  static final class Working {
    public static void main(String[] args) throws InterruptedException {
      CountDownLatch written = new CountDownLatch(1);
      CountDownLatch asked = new CountDownLatch(1);
      Shutdown.finishing(
          () -> {
            asked.countDown();
            try {
              written.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      System.out.println("working");
      asked.await();
      // The classes that write files are loaded only now.
      AtomicFile.write(
          Path.of(args[0]), out -> out.write("complete".getBytes(StandardCharsets.UTF_8)));
      written.countDown();
    }
  }

  @Test
  void workIsFinishedBeforeFilesAreRemoved() throws Exception {
    Path file = temporary.resolve("result");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Working.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("working");
      process.toHandle().destroy(); // Leaves its output open.
      assertThat(output.lines()).isEmpty();
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(file)).isEqualTo("complete");
  }
}
