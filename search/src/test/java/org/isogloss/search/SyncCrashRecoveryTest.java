// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.validation.IndexValidator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes that keep an index in step with a folder. After each kill the index is valid, and
 * the next run makes it equal to a new index of the folder.
 */
class SyncCrashRecoveryTest {
  @TempDir Path temporary;

  @Test
  void fewKillsLoseNothing() throws Exception {
    kill(2);
  }

  @Test
  @Tag("slow")
  void manyKillsLoseNothing() throws Exception {
    kill(60);
  }

  private void kill(int times) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path files = temporary.resolve("files");
    ChangingFolder folder = new ChangingFolder(files, random);
    Path index = temporary.resolve("index");
    int killed = 0;
    for (int round = 0; killed < times; round++) {
      String name = "seed " + seed + ", round " + round;
      folder.change();
      killed += killAfter(index, files, 1 + random.nextInt(3), random.nextBoolean(), name) ? 1 : 0;
      if (IndexFolder.hasCommit(index)) {
        assertThat(IndexValidator.validate(index).problems()).as(name).isEmpty();
      }
      if (random.nextBoolean()) {
        folder.change();
      }
      SyncProcess.sync(index, files, Duration.ofHours(1), progress -> {});
      Path untouched = temporary.resolve("untouched" + round);
      SyncProcess.sync(untouched, files, Duration.ofHours(1), progress -> {});
      assertThat(IndexDump.of(index)).as(name).isEqualTo(IndexDump.of(untouched));
    }
  }

  /** Whether the process was killed before it ended. */
  private boolean killAfter(Path index, Path files, int parts, boolean committed, String name)
      throws Exception {
    Process process = start(index, files, parts, committed ? 0 : 3_600_000);
    try (BufferedReader output = process.inputReader()) {
      List<String> lines = new ArrayList<>();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
        if (line.equals(SyncProcess.REACHED)) {
          process.destroyForcibly().waitFor();
          return true;
        }
      }
      assertThat(process.waitFor()).as("%s: %s", name, lines).isZero();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start(Path index, Path files, int parts, long commitEveryMillis)
      throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            SyncProcess.class.getName(),
            index.toString(),
            files.toString(),
            Long.toString(commitEveryMillis),
            Integer.toString(parts))
        .redirectErrorStream(true)
        .start();
  }
}
