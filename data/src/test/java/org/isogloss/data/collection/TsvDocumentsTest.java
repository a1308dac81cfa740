// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;

class TsvDocumentsTest extends RecordReaderContractTest<Document> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "docs.tsv";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return TsvDocuments.read(file, FieldNames.DOCUMENTS, DE, onError);
  }

  @Override
  public List<String> good() {
    return List.of("d1\tAlle Brücken.", "d2\t\"quoted\" 'text'", "d3\tid");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("d1", DE, "", "Alle Brücken."),
        new Document("d2", DE, "", "\"quoted\" 'text'"),
        new Document("d3", DE, "", "id"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "d4", "found 1 column, expected id TAB text", "first line"),
        new Bad("three columns", "d4\ttitle\ttext", "found 3 columns, expected id TAB text"),
        new Bad("blank id", " \ttext", "the id is empty"),
        new Bad(
            "blank before the id",
            " d4\ttext",
            "the id \" d4\" begins or ends with a blank",
            "remove"),
        new Bad("blank text", "d4\t ", "neither title nor text"));
  }

  @Override
  public String longRecord(int characters) {
    return "long\t" + "x".repeat(characters);
  }

  @Test
  void readsAHeader() throws IOException {
    Path file =
        write(
            """
            Language\tID\tContents\tTitle
            fr\td1\tDes ponts\tPonts
            \td2\ttext\t
            xx\td3\ta\tb
            """);
    Records<Document> records = read(file, OnError.SKIP);
    assertThat(records.toList())
        .containsExactly(
            new Document("d1", Language.of("fr"), "Ponts", "Des ponts"),
            new Document("d2", DE, "", "text"));
    assertThat(records.problems().getFirst())
        .hasMessageStartingWith(file + ":4: unknown language \"xx\"");
  }

  @Test
  void readsOtherColumnsAsMetadata() throws IOException {
    Path file = write("id\ttext\tauthor\tyear\nd1\tx\tAda\t1843\nd2\ty\t \t\n");
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("d1", DE, "", "x")
                .withMetadata(
                    Metadata.EMPTY
                        .with("author", MetadataValue.of("Ada"))
                        .with("year", MetadataValue.of("1843"))),
            new Document("d2", DE, "", "y"));
    assertThat(Documents.read(file, DE, OnError.FAIL).toList()).hasSize(2);
  }

  @Test
  void rejectsARepeatedColumn() throws IOException {
    Path file = write("id\ttext\tID\nd1\tx\ty\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .hasMessageContaining("the header names the column \"ID\"")
        .hasMessageContaining("at most once");
    Path other = write("id\ttext\tyear\tyear\nd1\tx\t1\t2\n");
    assertThatThrownBy(() -> read(other, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("the header names the column \"year\" after another one");
    Path unnamed = write("id\ttext\t\nd1\tx\ty\n");
    assertThatThrownBy(() -> read(unnamed, OnError.FAIL).toList())
        .hasMessageContaining("the header has no name for column 3");
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written.tsv");
    try (RecordWriter<Document> writer = TsvDocuments.writer(file)) {
      writer.writeAllAndCommit(expected().iterator());
    }
    assertThat(TsvDocuments.read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }

  @Test
  void rejectsAnIdWithATab() {
    try (RecordWriter<Document> writer = TsvDocuments.writer(folder.resolve("written.tsv"))) {
      assertThatThrownBy(() -> writer.write(new Document("a\tb", DE, "", "text")))
          .hasMessageContaining("contains a tab")
          .hasMessageContaining("use JSONL");
      writer.write(new Document("c", DE, "two\nlines", "a\tb"));
      writer.commit();
    }
    assertThat(TsvDocuments.read(folder.resolve("written.tsv"), OnError.FAIL).toList())
        .containsExactly(new Document("c", DE, "two lines", "a b"));
  }

  @Test
  void readsTitlesWithoutTexts() throws IOException {
    assertThat(read(write("id\ttitle\nd1\tRhein\n"), OnError.FAIL).toList())
        .containsExactly(new Document("d1", DE, "Rhein", ""));
  }

  @Test
  void namesTheLineOfTheHeader() throws IOException {
    Path file = write("\n\nid\ttext\ttext\nd1\ta\tb\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .hasMessageContaining("docs.tsv:3: ");
  }

  @Test
  void usesTheFirstKnownNameAndKeepsOthersAsMetadata() throws IOException {
    Path file = write("body\tdocid\ttext\tid\nb\tD\tx\t1\nc\tD\t\t2\n");
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", DE, "", "x")
                .withMetadata(
                    Metadata.EMPTY
                        .with("body", MetadataValue.of("b"))
                        .with("docid", MetadataValue.of("D"))),
            new Document("2", DE, "", "c")
                .withMetadata(Metadata.EMPTY.with("docid", MetadataValue.of("D"))));
  }

  @Test
  void readsDocumentsOfMsMarco() throws IOException {
    Path file =
        write("D1\thttps://example.org/1\tOil\tThe industry.\nD2\thttp://example.org\t\tGas.\n");
    assertThat(Documents.read(file, DE, OnError.FAIL).toList())
        .containsExactly(
            new Document("D1", DE, "Oil", "The industry.")
                .withMetadata(
                    Metadata.EMPTY.with("url", MetadataValue.of("https://example.org/1"))),
            new Document("D2", DE, "", "Gas.")
                .withMetadata(Metadata.EMPTY.with("url", MetadataValue.of("http://example.org"))));
  }

  @Test
  void rejectsATextUnderAnUnknownName() throws IOException {
    Path file = write("id\ttitle\tinhalt\n1\tOil\tDie Industrie begann in Pennsylvania.\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .hasMessageStartingWith(file + ":2: has no text, but \"inhalt\" with 37 characters");
    Path noTitle = write("id\tinhalt\n1\tDie Industrie begann in Pennsylvania.\n");
    assertThatThrownBy(() -> read(noTitle, OnError.FAIL).toList())
        .hasMessageStartingWith(noTitle + ":1: the header \"id inhalt\" names an id, but no text");
    FieldNames names = FieldNames.DOCUMENTS.withRequiredText("Inhalt");
    assertThat(
            Documents.read(
                    noTitle, DocumentOptions.DEFAULT.withNames(names).withDefaultLanguage(DE))
                .toList())
        .containsExactly(new Document("1", DE, "", "Die Industrie begann in Pennsylvania."));
  }
}
