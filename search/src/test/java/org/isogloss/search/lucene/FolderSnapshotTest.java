// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.index.IndexFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of the last commit of an index that may be in use. */
class FolderSnapshotTest {
  private static final TrigramEncoder ENCODER = new TrigramEncoder(16);

  @TempDir private Path temporary;

  private static void add(Indexer indexer, String id) {
    List<Document> documents = List.of(Document.of(id, "The cat sleeps: " + id));
    try (DocumentSource source = DocumentSource.of(documents)) {
      indexer.index(source, progress -> {});
    }
  }

  private static Indexer indexer(Path folder) {
    return Indexer.at(folder).encoder("trigrams", ENCODER).mergesInBackground().open();
  }

  private static long documents(Path folder) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      index.requireIntact(Duration.ofMinutes(1));
      return index.documentCount();
    }
  }

  @Test
  void isAnIndexOfItsOwn() throws IOException {
    Path folder = temporary.resolve("index");
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    try (Indexer indexer = indexer(folder)) {
      add(indexer, "a");
      new FolderLocation(folder).copyCommit(copy);
      add(indexer, "b");
      indexer.delete(List.of("a"));
    }
    assertThat(copy.resolve(IndexFolder.WRITING_MARKER)).doesNotExist();
    assertThat(documents(copy)).isEqualTo(1);
    try (Indexer indexer = indexer(copy)) {
      add(indexer, "c");
      add(indexer, "d");
    }
    assertThat(documents(copy)).isEqualTo(3);
    assertThat(documents(folder)).isEqualTo(1);
  }

  @Test
  void sharesTheFilesOfLuceneOnOneFileSystem() throws IOException {
    Path folder = temporary.resolve("index");
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    try (Indexer indexer = indexer(folder)) {
      add(indexer, "a");
    }
    new FolderLocation(folder).copyCommit(copy);
    try (Stream<Path> files = Files.list(IndexFolder.lucene(copy))) {
      assertThat(files)
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(
                          Files.isSameFile(
                              file, IndexFolder.lucene(folder).resolve(file.getFileName())))
                      .isTrue());
    }
  }

  /** Another process may commit at any time, and merges delete files. */
  @Test
  void isACommitWhileTheIndexIsWritten() throws Exception {
    Path folder = temporary.resolve("index");
    try (Indexer first = indexer(folder)) {
      add(first, "first");
    }
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
      Future<?> writing =
          writer.submit(
              () -> {
                try (Indexer indexer = indexer(folder)) {
                  for (int i = 0; !done.get(); i++) {
                    add(indexer, "d" + i % 50);
                  }
                }
              });
      try {
        for (int i = 0; i < 20; i++) {
          Path copy = Files.createDirectory(temporary.resolve("copy" + i));
          new FolderLocation(folder).copyCommit(copy);
          assertThat(documents(copy)).isBetween(1L, 51L);
        }
      } finally {
        done.set(true);
      }
      writing.get();
    }
  }

  @Test
  void needsACommit() throws IOException {
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    assertThatThrownBy(() -> new FolderLocation(temporary.resolve("none")).copyCommit(copy))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none");
    assertThat(copy).isEmptyDirectory();
  }
}
