// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderLockTest {
  @TempDir Path temporary;

  @Test
  void secondTrainingIsRefusedUntilTheFirstEnds() throws Exception {
    Path work = temporary.resolve("work");
    try (WorkFolderLock lock = WorkFolderLock.acquire(work)) {
      assertThat(lock).isNotNull();
      assertThatThrownBy(() -> WorkFolderLock.acquire(work))
          .isInstanceOf(TrainingException.class)
          .hasMessage(
              work
                  + ": another training, of the process "
                  + ProcessHandle.current().pid()
                  + ", uses this work folder; wait until it ends, or use another folder");
    }
    // What an ended process left.
    Files.writeString(work.resolve(WorkFolderLock.FILE), "1234567890");
    try (WorkFolderLock again = WorkFolderLock.acquire(work)) {
      assertThat(work.resolve(WorkFolderLock.FILE))
          .hasContent(Long.toString(ProcessHandle.current().pid()));
      assertThat(again).isNotNull();
    }
  }
}
