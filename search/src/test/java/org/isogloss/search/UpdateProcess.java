// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.data.OnError;
import org.isogloss.data.SourceIdentity;
import org.isogloss.data.collection.JsonlDocuments;

/** Deletes and adds documents as one run; {@link UpdateCrashRecoveryTest} kills it. */
final class UpdateProcess {
  private UpdateProcess() {}

  static void run(Path folder, List<String> deleted, List<Path> files, Duration commitEvery) {
    try (var encoder = new TrigramEncoder(16);
        Indexer indexer =
            Indexer.at(folder)
                .encoder("trigrams", encoder)
                .threads(2)
                .commitEvery(commitEvery)
                .open()) {
      indexer.startRun(deleted, files.stream().map(SourceIdentity::of).toList());
      if (!deleted.isEmpty()) {
        indexer.delete(deleted);
      }
      for (Path file : files) {
        try (var source = DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL))) {
          indexer.index(source);
        }
      }
    }
  }

  /** Arguments: the folder, the milliseconds between commits, ids to delete, and files. */
  public static void main(String[] args) {
    List<String> deleted = args[2].isEmpty() ? List.of() : List.of(args[2].split(","));
    List<Path> files = Arrays.stream(args).skip(3).map(Path::of).toList();
    run(Path.of(args[0]), deleted, files, Duration.ofMillis(Long.parseLong(args[1])));
  }
}
