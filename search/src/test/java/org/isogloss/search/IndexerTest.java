// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexerTest {
  private static final Document CAT =
      new Document("cat", Language.of("en"), "Cats", "The cat sleeps. It dreams of mice.");
  private static final Document KATZE =
      new Document("katze", Language.of("de"), "", "Die Katze schläft.");

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  private IndexingSummary index(Document... documents) {
    try (Indexer indexer = Indexer.at(folder).open()) {
      return indexer.index(DocumentSource.of(List.of(documents)));
    }
  }

  @Test
  void splitsDocumentsIntoPassagesWithOffsets() {
    try (Indexer indexer = Indexer.at(folder).passages(new PassageSplitter(4)).open()) {
      indexer.index(DocumentSource.of(List.of(CAT)));
    }
    assertThat(IndexDump.of(folder))
        .containsExactly(
            "Passage[documentId=cat, ordinal=0, language=en, title=Cats, text=The cat sleeps.,"
                + " start=0, end=15] no vector",
            "Passage[documentId=cat, ordinal=1, language=en, title=Cats, text=It dreams of mice.,"
                + " start=16, end=34] no vector");
  }

  @Test
  void summaryContainsTheCounts() {
    IndexingSummary summary =
        index(CAT, KATZE, new Document("title", Language.of("en"), "A title alone", ""), CAT);
    assertThat(summary.records()).isEqualTo(4);
    assertThat(summary.duplicates()).isEqualTo(1);
    assertThat(summary.documents()).isEqualTo(3);
    assertThat(summary.passages()).isEqualTo(3);
    assertThat(summary.passagesPerLanguage().toString()).isEqualTo("{en=2, de=1}");
  }

  @Test
  void refusesADocumentWithNeitherTitleNorTextAndKeepsTheStoredOne() {
    index(CAT, KATZE);
    List<String> before = IndexDump.of(folder);
    Document blank = new Document("cat", Language.of("en"), " ", "\n");
    assertThatThrownBy(() -> index(KATZE, blank))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("document \"cat\" has neither title nor text");
    assertThat(IndexDump.of(folder)).isEqualTo(before);
  }

  @Test
  void identifiesUndeclaredLanguages() {
    index(
        new Document(
            "a", Language.UNDETERMINED, "", "Der Zug nach München fährt heute leider später ab."),
        new Document("b", Language.UNDETERMINED, "", "12345"),
        new Document("c", Language.UNDETERMINED, "", "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας."));
    assertThat(IndexDump.of(folder))
        .satisfiesExactly(
            a -> assertThat(a).contains("language=de"),
            b -> assertThat(b).contains("language=und"),
            c -> assertThat(c).contains("language=el"));
  }

  @Test
  void replacesTheDocumentWithTheSameId() {
    index(CAT, KATZE);
    IndexingSummary summary =
        index(new Document("cat", Language.of("en"), "", "A dog barks at the cat."));
    assertThat(summary.documents()).isEqualTo(2);
    assertThat(IndexDump.of(folder)).first().asString().contains("text=A dog barks at the cat.");
  }

  @Test
  void keepsTheLastDocumentWithAnIdWithManyThreads() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      documents.add(new Document("d" + i % 7, Language.of("en"), "", "version " + i));
      documents.add(new Document("other" + i, Language.of("en"), "", "filler " + i));
    }
    IndexingSummary summary;
    try (Indexer indexer = Indexer.at(folder).threads(8).open()) {
      summary = indexer.index(DocumentSource.of(documents));
    }
    assertThat(summary.documents()).isEqualTo(2007);
    assertThat(summary.duplicates()).isEqualTo(1993);
    assertThat(IndexDump.of(folder).subList(0, 7))
        .allSatisfy(line -> assertThat(line).containsPattern("text=version 199[3-9],"));
  }

  @Test
  void deletesDocumentsById() {
    index(CAT, KATZE);
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThat(indexer.delete(List.of("cat", "cat", "unknown"))).isEqualTo(1);
    }
    assertThat(IndexDump.of(folder)).hasSize(1);
    IndexingSummary again = index(CAT, KATZE);
    assertThat(again.resumedAt()).as("deleted documents can be indexed again").isZero();
    assertThat(again.documents()).isEqualTo(2);
  }

  @Test
  void skipsAFinishedSource() {
    index(CAT, KATZE);
    IndexingSummary again = index(CAT, KATZE);
    assertThat(again.resumedAt()).isEqualTo(2);
    assertThat(again.records()).isEqualTo(2);
    assertThat(again.duplicates()).isZero();
    assertThat(again.documents()).isEqualTo(2);
  }

  @Test
  void malformedRecordKeepsTheLastCommit() throws IOException {
    index(KATZE);
    Path file = temporary.resolve("docs.jsonl");
    Files.writeString(file, "{\"id\": \"x\", \"text\": \"good\"}\n{\"id\": \n");
    try (Indexer indexer = Indexer.at(folder).open();
        var source = DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL))) {
      assertThatThrownBy(() -> indexer.index(source)).hasMessageContaining("docs.jsonl:2");
      assertThatThrownBy(() -> indexer.delete(List.of("x")))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(IndexDump.of(folder)).hasSize(1);
    Files.writeString(
        file, "{\"id\": \"x\", \"text\": \"good\"}\n{\"id\": \"y\", \"text\": \"z\"}\n");
    try (Indexer indexer = Indexer.at(folder).open();
        var source = DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL))) {
      assertThat(indexer.index(source).documents()).isEqualTo(3);
    }
  }

  @Test
  void storesNoVectorForTextsUnknownToTheEncoder() {
    try (var encoder = new TrigramEncoder(4);
        Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      Document blank = new Document("blank", Language.of("en"), "", "\u200B");
      indexer.index(DocumentSource.of(List.of(KATZE, blank)));
    }
    assertThat(IndexDump.of(folder))
        .satisfiesExactly(
            blank -> assertThat(blank).doesNotContain("no vector"),
            katze -> assertThat(katze).matches(".* \\[[-0-9.E]+(, [-0-9.E]+){3}]"));
  }

  @Test
  void reportsProgressAtTheEnd() {
    List<IndexingProgress> news = new ArrayList<>();
    try (Indexer indexer = Indexer.at(folder).commitEvery(Duration.ZERO).open()) {
      indexer.index(DocumentSource.of(List.of(CAT, KATZE)), news::add);
    }
    assertThat(news.getLast().records()).isEqualTo(2);
    assertThat(news.getLast().passages()).isEqualTo(2);
    assertThat(news.getLast().fraction()).isEqualTo(1);
  }

  @Test
  void rejectsASecondWriter() {
    try (Indexer first = Indexer.at(folder).open()) {
      assertThat(first.manifest().model()).isEmpty();
      assertThatThrownBy(() -> Indexer.at(folder).open())
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("another process is writing this index");
    }
  }

  @Test
  void rejectsLongIds() {
    assertThatThrownBy(() -> index(new Document("x".repeat(1001), Language.of("en"), "", "t")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("1001 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\tb", "a\u2028b", "a\u0000b", "\ud800x"})
  void rejectsIdsThatARunFileCannotContain(String id) {
    assertThatThrownBy(() -> index(CAT, new Document(id, Language.of("en"), "", "text")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("which files of ids cannot contain: replace it");
    assertThat(folder).doesNotExist();
  }

  @Test
  void rejectsAFolderWithOtherFiles() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("letter.txt"), "dear");
    assertThatThrownBy(() -> Indexer.at(folder).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not an index and not empty");
    assertThat(folder).isDirectoryContaining(file -> file.endsWith("letter.txt"));
    assertThat(folder.resolve("lucene")).doesNotExist();
  }

  @Test
  void rejectsAnotherModel() {
    try (var four = new TrigramEncoder(4);
        var eight = new TrigramEncoder(8)) {
      try (Indexer indexer = Indexer.at(folder).encoder("four", four).open()) {
        indexer.commit();
      }
      assertThatThrownBy(() -> Indexer.at(folder).encoder("eight", eight).open())
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("vectors of the model four")
          .hasMessageContaining("4 dimensions")
          .hasMessageContaining("8 dimensions");
      try (Indexer without = Indexer.at(folder).open()) {
        assertThatThrownBy(() -> without.index(DocumentSource.of(List.of(CAT))))
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("open it with that model");
      }
    }
  }

  @Test
  void rejectsAModelForALexicalIndex() {
    index(CAT);
    try (var encoder = new TrigramEncoder(4)) {
      assertThatThrownBy(() -> Indexer.at(folder).encoder("four", encoder).open())
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("created without a model");
    }
  }

  @Test
  void rejectsOtherPassageSettings() {
    index(CAT);
    assertThatThrownBy(() -> Indexer.at(folder).passages(new PassageSplitter(20, 1)).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("160 words with 0 sentences")
        .hasMessageContaining("20 words with 1 sentences");
  }
}
