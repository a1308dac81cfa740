// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reopening shows the changes since an index was opened. */
class ReopenedIndexTest {
  private static final Document HEDGEHOG =
      new Document("en-9", Language.of("en"), "", "A hedgehog crosses the road.");

  @TempDir Path temporary;
  private Path folder;
  private final TrigramEncoder encoder = new TrigramEncoder(64);

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    SampleCollection.index(folder, encoder, SampleCollection.documents());
  }

  private static List<String> found(SearchIndex index, String pipeline, String text) {
    return index.retriever(pipeline).retrieve(Query.of(text), 3).hits().stream()
        .map(Hit::documentId)
        .toList();
  }

  @Test
  void returnsEmptyWithoutChanges() {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      assertThat(index.reopened()).isEmpty();
    }
  }

  @Test
  void onlyTheReopenedIndexShowsTheNewCommit() {
    try (SearchIndex before = SearchIndex.at(folder).encoder(encoder).open()) {
      SampleCollection.index(folder, encoder, List.of(HEDGEHOG));
      try (SearchIndex after = before.reopened().orElseThrow()) {
        assertThat(found(after, "bm25", "hedgehog")).containsExactly("en-9");
        assertThat(found(after, "dense", "A hedgehog crosses the road.")).startsWith("en-9");
        assertThat(after.documentCount()).isEqualTo(9);
        assertThat(found(before, "bm25", "hedgehog")).isEmpty();
        assertThat(before.documentCount()).isEqualTo(8);
        assertThat(after.reopened()).isEmpty();
      }
    }
  }

  @Test
  void closesInAnyOrder() {
    SearchIndex first = SearchIndex.at(folder).encoder(encoder).open();
    SampleCollection.index(folder, encoder, List.of(HEDGEHOG));
    SearchIndex second = first.reopened().orElseThrow();
    first.close();
    first.close();
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      assertThat(indexer.delete(List.of("en-0"))).isEqualTo(1);
    }
    SearchIndex third = second.reopened().orElseThrow();
    second.close();
    assertThat(third.documentCount()).isEqualTo(8);
    assertThat(found(third, "bm25", "hedgehog")).containsExactly("en-9");
    third.close();
  }

  @Test
  void showsANewTableWithoutACommit() {
    SearchIndex before = SearchIndex.at(folder).encoder(encoder).open();
    assertThatThrownBy(() -> before.retriever("psq"))
        .hasMessageContaining("needs translation tables");
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
    }
    SearchIndex after = before.reopened().orElseThrow();
    before.close();
    assertThat(found(after, "lang:de >> psq", "where does the cat sleep"))
        .as("stays open when the other one is closed")
        .contains("de-3");
    after.close();
  }

  @Test
  void opensAnIndexThatReplacedTheOldOne() throws IOException {
    try (SearchIndex before = SearchIndex.at(folder).encoder(encoder).open()) {
      delete(folder);
      SampleCollection.index(folder, encoder, List.of(HEDGEHOG));
      try (SearchIndex after = before.reopened().orElseThrow()) {
        assertThat(after.documentCount()).isEqualTo(1);
        assertThat(found(after, "{bm25, dense}rrf", "hedgehog")).containsExactly("en-9");
      }
      delete(folder);
      SampleCollection.index(folder, new TrigramEncoder(32), List.of(HEDGEHOG));
      assertThatThrownBy(before::reopened)
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("64 dimensions");
      delete(folder);
      assertThatThrownBy(before::reopened)
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("no such index");
      assertThat(before.documentCount()).isEqualTo(8);
    }
  }

  @Test
  void ignoresUncommittedChanges() {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open();
        Indexer writer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      Optional<SearchIndex> none = index.reopened();
      assertThat(none).isEmpty();
      writer.index(DocumentSource.of(List.of(HEDGEHOG)));
      try (SearchIndex after = index.reopened().orElseThrow()) {
        assertThat(after.documentCount()).isEqualTo(9);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
