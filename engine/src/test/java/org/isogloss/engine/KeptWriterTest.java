// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that keeps its index open for writing. */
class KeptWriterTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void chooseFolder() {
    folder = temporary.resolve("index");
  }

  private SearchEngine open() {
    return SearchEngine.at(folder).withoutVectors().keepWriterOpen(true).openOrCreate();
  }

  private static Document document(String id, String text) {
    return new Document(id, Language.of("en"), "", text);
  }

  private static Document withYear(String id, MetadataValue year) {
    return new Document(id, Language.of("en"), "", "A year.", Metadata.EMPTY.with("year", year));
  }

  @Test
  void seesItsOwnChangesAndKeepsThemOnDisk() {
    try (SearchEngine engine = open()) {
      for (int i = 0; i < 20; i++) {
        engine.index(List.of(document("d" + i, "cat number " + i)));
        assertThat(engine.view().passages("d" + i)).hasSize(1);
      }
      assertThat(engine.delete(List.of("d3", "unknown"))).isOne();
      engine.index(List.of(document("d4", "a dog")));
      assertThat(engine.view().documentCount()).isEqualTo(19);
      try (SearchEngine reader = SearchEngine.at(folder).withoutVectors().open()) {
        assertThat(reader.view().documentCount())
            .as("committed, while the writer is open")
            .isEqualTo(19);
      }
    }
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().open()) {
      assertThat(engine.view().documentCount()).isEqualTo(19);
      assertThat(engine.view().passages("d3")).isEmpty();
      assertThat(engine.view().passages("d4").getFirst().text()).isEqualTo("a dog");
    }
  }

  @Test
  void othersWriteOnlyWhenItIsClosed() {
    try (SearchEngine other = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      try (SearchEngine engine = open()) {
        other.index(List.of(document("a", "before its first change")));
        engine.index(List.of(document("b", "its first change")));
        List<Document> change = List.of(document("c", "after it"));
        assertThatThrownBy(() -> other.index(change))
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("another process is writing this index");
      }
      other.index(List.of(document("c", "after it was closed")));
      assertThat(other.view().documentCount()).isEqualTo(3);
    }
  }

  @Test
  void keepsTheIndexLockedAfterAFilterThatItCannotRead() {
    try (SearchEngine other = SearchEngine.at(folder).withoutVectors().openOrCreate();
        SearchEngine engine = open()) {
      engine.index(List.of(document("a", "a cat")));
      assertThatThrownBy(() -> engine.delete(Filter.parse("unknown = 1")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("unknown");
      List<Document> change = List.of(document("b", "a dog"));
      assertThatThrownBy(() -> other.index(change))
          .hasMessageContaining("another process is writing this index");
      engine.index(change);
      assertThat(engine.view().documentCount()).isEqualTo(2);
    }
  }

  @Test
  void goesOnAfterARejectedChange() {
    try (SearchEngine engine = open()) {
      engine.index(List.of(withYear("a", MetadataValue.of(2020))));
      List<Document> conflict =
          List.of(document("b", "valid"), withYear("c", MetadataValue.of("last year")));
      assertThatThrownBy(() -> engine.index(conflict)).isInstanceOf(IsoglossException.class);
      assertThat(engine.view().documentCount()).as("all or nothing").isOne();
      engine.index(List.of(withYear("d", MetadataValue.of(2021))));
      assertThat(engine.view().documentCount()).isEqualTo(2);
    }
  }
}
