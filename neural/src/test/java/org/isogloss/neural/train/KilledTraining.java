// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.neural.TrainingListener;

/**
 * A training in a process of its own, which is killed after its first checkpoint, with some steps
 * that are in no checkpoint. The process stops there of itself and waits, so that it neither ends
 * before it is killed nor is killed too early, however slow the machine is.
 */
public final class KilledTraining {
  private static final String WAITING = "waiting to be killed";
  private static final int STEPS_BEFORE_CHECKPOINT = 4;
  private static final int STEPS_AFTER_CHECKPOINT = 2;

  /** Longer than the second between checkpoints in the recipes of the tests. */
  private static final Duration TIME_BETWEEN_CHECKPOINTS = Duration.ofMillis(1_100);

  private KilledTraining() {}

  /**
   * Runs a class in a process until its training has passed its first checkpoint, and kills it.
   *
   * @param main trains with {@link #listener}
   */
  public static void run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> output = new ArrayList<>();
    try (BufferedReader lines = process.inputReader()) {
      String line = lines.readLine();
      while (line != null && !line.equals(WAITING)) {
        output.add(line);
        line = lines.readLine();
      }
      assertThat(line).as("killed before its end; its output: %s", output).isEqualTo(WAITING);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /**
   * Returns a listener that makes the first checkpoint due after a few steps, and waits, two steps
   * after it, until the process is killed. The training must report every step.
   *
   * @param work folder of the training
   * @param other receives the progress first
   */
  public static TrainingListener listener(Path work, TrainingListener other) {
    Path checkpoint = work.resolve("checkpoints/last.safetensors");
    return new TrainingListener() {
      private int before;
      private int after;

      @Override
      public void progressReported(Progress progress) {
        other.progressReported(progress);
        try {
          if (!Files.exists(checkpoint)) {
            if (++before == STEPS_BEFORE_CHECKPOINT) {
              Thread.sleep(TIME_BETWEEN_CHECKPOINTS);
            }
          } else if (++after == STEPS_AFTER_CHECKPOINT) {
            System.out.println(WAITING);
            // Returns only if the parent process has ended.
            System.in.read();
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
