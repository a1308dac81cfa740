// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.time.Duration;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;

/** The indexing process that {@link IndexingCrashRecoveryTest} kills. */
final class IndexingProcess {
  private IndexingProcess() {}

  static IndexingSummary index(Path folder, Path file, Duration commitEvery) {
    try (var encoder = new TrigramEncoder(32);
        var source = DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL));
        Indexer indexer =
            Indexer.at(folder)
                .encoder("trigrams", encoder)
                .threads(2)
                .commitEvery(commitEvery)
                .open()) {
      return indexer.index(source);
    }
  }

  /** Indexes the file {@code args[1]} into the folder {@code args[0]}. */
  public static void main(String[] args) {
    index(Path.of(args[0]), Path.of(args[1]), Duration.ofMillis(Long.parseLong(args[2])));
  }
}
