// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingLogTest {
  @TempDir Path folder;

  private static TrainingListener.Progress progress(long step, double loss) {
    return new TrainingListener.Progress(
        step, 100, loss, 1, Map.of(), 10, 320, Duration.ofSeconds(9));
  }

  @Test
  void readsTheCurvesOfAResumedRun() throws IOException {
    Path file = folder.resolve("work/training.jsonl");
    TrainingLog log = new TrainingLog(file);
    log.messageReported("a \"quoted\" message");
    log.progressReported(progress(10, 3.5));
    log.validated(10, new Validation.Outcome(0.25, Map.of("held-out", 0.25)), true);
    log.progressReported(progress(20, 2.5));
    TrainingLog resumed = new TrainingLog(file);
    resumed.progressReported(progress(20, 2.25));
    Files.writeString(file, "{\"step\":30,\"lo", StandardOpenOption.APPEND);
    TrainingLog.LearningCurves curves = TrainingLog.read(file);
    assertThat(curves.losses()).isEqualTo(Map.of(10L, 3.5, 20L, 2.25));
    assertThat(curves.scores()).isEqualTo(Map.of(10L, 0.25));
    assertThat(Files.readAllLines(file).get(2))
        .isEqualTo(
            "{\"step\":10,\"validation\":0.25,\"best\":true,\"details\":{\"held-out\":0.25}}");
  }

  @Test
  void reportsTheLineThatIsNotJson() throws IOException {
    Path file = Files.writeString(folder.resolve("training.jsonl"), "{}\nnonsense\n{}\n");
    assertThatThrownBy(() -> TrainingLog.read(file))
        .hasMessageContaining("training.jsonl:2: not JSON");
  }

  @Test
  void removesAnIncompleteLastLineBeforeAppending() throws IOException {
    Path file = Files.writeString(folder.resolve("training.jsonl"), "{}\n{\"step\":30,\"lo");
    new TrainingLog(file).progressReported(progress(40, 1.5));
    new TrainingLog(file).messageReported("done");
    assertThat(TrainingLog.read(file).losses()).isEqualTo(Map.of(40L, 1.5));
  }

  @Test
  void reportsTheLineOfAnInvalidValue() throws IOException {
    Path file = folder.resolve("training.jsonl");
    for (String line :
        List.of(
            "{\"step\":-1,\"loss\":1}",
            "{\"step\":1,\"loss\":\"low\"}",
            "{\"step\":1,\"loss\":1e999}",
            "{\"step\":1e99,\"validation\":1}",
            "{\"loss\":1}",
            "[".repeat(100_000),
            "7")) {
      Files.writeString(file, line + "\n{}\n");
      assertThatThrownBy(() -> TrainingLog.read(file))
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith(file + ":1: ")
          .hasMessageEndingWith(": delete the line");
    }
  }
}
