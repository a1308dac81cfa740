// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checks that memory use does not grow during a long training. */
@RequiresTorch
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class TrainingMemoryTest {
  private static final int STEPS = 10_000;
  private static final int REPORT_INTERVAL = 500;

  /** Number of steps after which initial allocations are complete and memory use is stable. */
  private static final int WARM_UP_STEPS = 2000;

  @TempDir Path folder;

  /** Returns the resident memory of this process in megabytes, native and Java. */
  private static double resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    throw new IOException("/proc/self/status has no VmRSS");
  }

  @Test
  void tenThousandStepsDoNotIncreaseMemory(TestReporter reporter) throws IOException {
    RecipeFixtures.writeInputs(folder);
    List<Double> resident = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void progressReported(Progress progress) {
            try {
              System.gc();
              resident.add(resident());
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        };
    RecipeFixtures.biEncoder(
            folder,
            "training.steps=" + STEPS,
            "training.log-every=" + REPORT_INTERVAL,
            "training.validate-every=5000",
            "training.checkpoint-seconds=30",
            "objectives.triplet={}",
            "objectives.tlm={}",
            "batches.pairs=4",
            "compute.bf16=true")
        .train(folder.resolve("work"), folder.resolve("model"), "", listener);
    reporter.publishEntry("MB resident every " + REPORT_INTERVAL + " steps", resident.toString());
    double afterWarmUp = resident.get(WARM_UP_STEPS / REPORT_INTERVAL - 1);
    assertThat(resident.getLast())
        .as("MB resident every %d steps: %s", REPORT_INTERVAL, resident)
        .isLessThan(afterWarmUp + 30);
  }
}
