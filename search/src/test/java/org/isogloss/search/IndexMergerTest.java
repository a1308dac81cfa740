// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.validation.IndexValidator;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexMergerTest {
  @TempDir Path temporary;
  private final TrigramEncoder encoder = new TrigramEncoder(64);
  private final List<Document> documents = SampleCollection.documents();
  private Path first;
  private Path second;
  private Path merged;

  @BeforeEach
  void indexBothHalves() {
    first = temporary.resolve("first");
    second = temporary.resolve("second");
    merged = temporary.resolve("merged");
    SampleCollection.index(first, encoder, documents.subList(0, 4));
    SampleCollection.index(second, encoder, documents.subList(4, 8));
  }

  @Test
  void answersAsTheIndexOfTheWholeCollection() {
    IndexMerger.merge(List.of(first, second), merged);
    Path whole = temporary.resolve("whole");
    SampleCollection.index(whole, encoder, documents);
    try (SearchIndex expected = SearchIndex.at(whole).encoder(encoder).open();
        SearchIndex found = SearchIndex.at(merged).encoder(encoder).open()) {
      assertThat(found.documentCount()).isEqualTo(8);
      assertThat(found.passagesPerLanguage()).isEqualTo(expected.passagesPerLanguage());
      for (String pipeline : List.of("bm25", "ql", "dense", "{bm25, dense}rrf")) {
        for (Query query : SampleCollection.queries()) {
          assertThat(found.retriever(pipeline).retrieve(query, 5))
              .describedAs(pipeline + " " + query.text())
              .isEqualTo(expected.retriever(pipeline).retrieve(query, 5));
        }
      }
    }
    assertThat(IndexDump.of(merged)).containsExactlyInAnyOrderElementsOf(IndexDump.of(whole));
  }

  @Test
  void continuesAsAnyIndex() {
    IndexMerger.merge(List.of(first, second), merged);
    try (Indexer indexer = Indexer.at(merged).encoder("trigrams", encoder).open()) {
      indexer.delete(Set.of("en-0"));
      Document changed = new Document("ru-7", Language.of("ru"), "", "Кошка проснулась.");
      IndexingSummary summary = indexer.index(DocumentSource.of(List.of(changed)));
      assertThat(summary.documents()).isEqualTo(7);
      assertThat(summary.duplicates()).isZero();
    }
    assertThat(IndexValidator.validate(merged).problems()).isEmpty();
  }

  @Test
  void leavesDeletedDocumentsOut() {
    try (Indexer indexer = Indexer.at(first).encoder("trigrams", encoder).open()) {
      indexer.delete(Set.of("en-0"));
    }
    SampleCollection.index(temporary.resolve("third"), encoder, documents.subList(0, 1));
    IndexMerger.merge(List.of(first, second, temporary.resolve("third")), merged);
    try (SearchIndex index = SearchIndex.open(merged)) {
      assertThat(index.documentCount()).isEqualTo(8);
    }
  }

  @Test
  void rejectsADocumentThatIsInTwoShards() {
    Path third = temporary.resolve("third");
    SampleCollection.index(third, encoder, documents.subList(3, 5));
    assertThatThrownBy(() -> IndexMerger.merge(List.of(first, second, third), merged))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContainingAll("\"de-3\" is in " + first, "and in " + third);
    assertThat(merged).doesNotExist();
  }

  @Test
  void rejectsShardsOfDifferentModelsOrPassages() {
    Path third = temporary.resolve("third");
    try (Indexer indexer =
        Indexer.at(third).encoder("trigrams", encoder).passages(new PassageSplitter(50)).open()) {
      indexer.commit();
    }
    assertThatThrownBy(() -> IndexMerger.merge(List.of(first, third), merged))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(third + ": cannot be merged with " + first)
        .hasMessageContaining("because their passages differ");
  }

  @Test
  void rejectsFieldsOfDifferentTypes() {
    List<Path> shards = new ArrayList<>();
    for (MetadataValue year : List.of(MetadataValue.of(2024), MetadataValue.of("unknown"))) {
      Path shard = temporary.resolve("shard-" + shards.size());
      Document document =
          new Document("d" + shards.size(), Language.of("en"), "", "text")
              .withMetadata(Metadata.EMPTY.with("year", year));
      try (Indexer indexer = Indexer.at(shard).open()) {
        indexer.index(DocumentSource.of(List.of(document)));
      }
      shards.add(shard);
    }
    assertThatThrownBy(() -> IndexMerger.merge(shards, merged))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(shards.get(1) + ": the field \"year\" is a number");
  }

  @Test
  void keepsTheTypesOfFields() {
    Path third = temporary.resolve("third");
    try (Indexer indexer =
        Indexer.at(third)
            .encoder("trigrams", encoder)
            .passages(new PassageSplitter(9))
            .fieldTypes(Map.of("year", FieldType.NUMBER))
            .open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("new", Language.of("en"), "", "Text.")
                      .withMetadata(Metadata.EMPTY.with("year", MetadataValue.of("2024"))))));
    }
    IndexMerger.merge(List.of(first, third), merged);
    try (SearchIndex index = SearchIndex.open(merged)) {
      assertThat(index.fieldTypes()).containsExactly(Map.entry("year", FieldType.NUMBER));
    }
  }

  @Test
  void namesTheShardThatIsBeingWritten() {
    try (Indexer writing = Indexer.at(second).open()) {
      assertThat(writing.isOpen()).isTrue();
      assertThatThrownBy(() -> IndexMerger.merge(List.of(first, second), merged))
          .isInstanceOf(IsoglossException.class)
          .hasMessage(second + ": another process is writing this index; wait until it ends");
    }
  }

  @Test
  void rejectsAFolderWithFiles() throws Exception {
    Files.createDirectory(merged);
    Files.writeString(merged.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> IndexMerger.merge(List.of(first), merged))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("choose a new folder");
  }
}
