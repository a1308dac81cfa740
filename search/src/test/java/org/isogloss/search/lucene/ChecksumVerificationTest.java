// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumVerificationTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path temporary;

  private static void index(Path folder, int documents, int words) {
    Random random = new Random(1);
    List<Document> all = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      StringBuilder text = new StringBuilder("word");
      for (int word = 0; word < words; word++) {
        text.append(' ').append(Long.toString(random.nextLong(1L << 50), 36));
      }
      all.add(new Document("d" + i, Language.of("en"), "", text.toString()));
    }
    try (Indexer indexer = Indexer.at(folder).threads(1).open()) {
      indexer.index(DocumentSource.of(all));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("lucene"))) {
      return files.filter(file -> !file.endsWith("write.lock")).sorted().toList();
    }
  }

  private static Path largest(Path folder) throws IOException {
    return files(folder).stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  private static void flip(Path file, int position, int bit) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[position] ^= (byte) (1 << bit);
    Files.write(file, bytes, StandardOpenOption.WRITE);
  }

  private static void openAndVerify(Path folder) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      index.requireIntact(MINUTE);
    }
  }

  @Test
  void anyFlippedBitOfASmallIndexIsFound() throws IOException {
    Path folder = temporary.resolve("index");
    index(folder, 20, 10);
    openAndVerify(folder);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      List<Path> files = files(folder);
      Path file = files.get(random.nextInt(files.size()));
      int position = random.nextInt((int) Files.size(file));
      int bit = random.nextInt(8);
      flip(file, position, bit);
      assertThatThrownBy(() -> SearchIndex.open(folder))
          .as("seed %d, bit %d of byte %d of %s", seed, bit, position, file)
          .isInstanceOf(IsoglossException.class);
      flip(file, position, bit);
    }
    openAndVerify(folder);
  }

  @Test
  void largeIndexIsVerifiedInTheBackground() throws IOException {
    Path folder = temporary.resolve("index");
    index(folder, 1_500, 400);
    Path largest = largest(folder);
    assertThat(Files.size(largest)).isGreaterThan(4 << 20);
    flip(largest, (int) Files.size(largest) / 2, 3);
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThatThrownBy(() -> index.requireIntact(MINUTE))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("the index is damaged")
          .hasMessageContaining(largest.getFileName().toString());
      assertThatThrownBy(() -> index.retriever("bm25").retrieve(Query.of("word"), 10))
          .as("a search after the damage is known")
          .hasMessageContaining("the index is damaged");
    }
  }

  @Test
  void unchangedFilesAreVerifiedOnce() throws IOException {
    Path folder = temporary.resolve("index");
    index(folder, 20, 10);
    openAndVerify(folder);
    Path largest = largest(folder);
    FileTime time = Files.getLastModifiedTime(largest);
    flip(largest, (int) Files.size(largest) / 2, 3);
    Files.setLastModifiedTime(largest, time);
    openAndVerify(folder); // The identity of the file is that of the verified one.
    Files.setLastModifiedTime(largest, FileTime.fromMillis(time.toMillis() + 5_000));
    assertThatThrownBy(() -> openAndVerify(folder)).isInstanceOf(IsoglossException.class);
  }
}
