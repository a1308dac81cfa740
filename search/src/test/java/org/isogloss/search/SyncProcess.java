// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.PartitionedCollection;

/** The synchronising process that {@link SyncCrashRecoveryTest} kills. */
final class SyncProcess {
  static final String REACHED = "reached the file to be killed at";

  private SyncProcess() {}

  static PartitionedCollection collection(Path folder) {
    return new PartitionedCollection(folder, DocumentOptions.DEFAULT.withOnError(OnError.SKIP));
  }

  static SyncSummary sync(
      Path index, Path folder, Duration commitEvery, Consumer<IndexingProgress> listener) {
    try (Indexer indexer = Indexer.at(index).threads(2).commitEvery(commitEvery).open()) {
      SyncSummary summary = indexer.sync(collection(folder), listener);
      indexer.commit();
      return summary;
    }
  }

  /**
   * Synchronises the index {@code args[0]} with the folder {@code args[1]}, with {@code args[2]}
   * milliseconds between commits; after {@code args[3]} files, prints a line and waits to be
   * killed.
   */
  public static void main(String[] args) {
    int[] files = {Integer.parseInt(args[3])};
    sync(
        Path.of(args[0]),
        Path.of(args[1]),
        Duration.ofMillis(Long.parseLong(args[2])),
        progress -> {
          if (--files[0] == 0) {
            System.out.println(REACHED);
            System.out.flush();
            awaitKill();
          }
        });
  }

  private static void awaitKill() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
