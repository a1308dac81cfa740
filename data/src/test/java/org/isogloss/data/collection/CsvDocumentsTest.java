// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;

class CsvDocumentsTest extends RecordReaderContractTest<Document> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "documents.csv";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return CsvDocuments.read(file, FieldNames.DOCUMENTS, DE, onError);
  }

  @Override
  public String file(List<String> records) {
    return "id,title,text,language,price\n" + String.join("\n", records) + "\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of(
        "d1,Brücken,Alle Brücken.,,2.50",
        "d2,\"a, \"\"quoted\"\" title\",text,en,",
        "d3,,\"semicolon; tab\t\",zh-Hant, ");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("d1", DE, "Brücken", "Alle Brücken.")
            .withMetadata(Metadata.EMPTY.with("price", MetadataValue.of("2.50"))),
        new Document("d2", Language.of("en"), "a, \"quoted\" title", "text"),
        new Document("d3", Language.of("zh-Hant"), "", "semicolon; tab\t"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two columns", "d4,x", "found 2 columns, expected id, title, text"),
        new Bad("six columns", "d4,a,b,en,1,2", "found 6 columns"),
        new Bad("no id", ",a,b,en,1", "the id is empty"),
        new Bad("nothing to find", "d4,,,en,1", "neither title nor text"),
        new Bad("unknown language", "d4,a,b,xx,1", "unknown language \"xx\""));
  }

  @Override
  public String longRecord(int characters) {
    return "long,," + "x".repeat(characters) + ",,";
  }

  @Test
  void cellsInQuotationMarksMayHaveLineEnds() throws IOException {
    Path file = write("id;body;text\na;\"x\ny\";\"one\n\ntwo\"\nb;;three\nc;1\n");
    Records<Document> records = read(file, OnError.SKIP);
    assertThat(records.toList())
        .containsExactly(
            new Document("a", DE, "", "one\n\ntwo")
                .withMetadata(Metadata.EMPTY.with("body", MetadataValue.of("x\ny"))),
            new Document("b", DE, "", "three"));
    assertThat(records.problems().getFirst()).hasMessageStartingWith(file + ":7: found 2 columns");
  }

  @Test
  void isDetectedByItsNameOrItsHeader() throws IOException {
    assertThat(DataFormat.detect(write("id,text\na,b\n"))).isEqualTo(DataFormat.CSV);
    Path unnamed = Files.writeString(folder.resolve("data"), "\"title\",\"id\"\n\"x\",1\n");
    assertThat(DataFormat.detect(unnamed)).isEqualTo(DataFormat.CSV);
    assertThat(Documents.read(unnamed, DE, OnError.FAIL).toList())
        .containsExactly(new Document("1", DE, "x", ""));
    Path table = Files.writeString(folder.resolve("table"), "id\ttext\na\tb, c; d\n");
    assertThat(DataFormat.detect(table)).isEqualTo(DataFormat.TSV);
  }

  @Test
  void readsTabsWithQuotesAsPythonWritesThem() throws IOException {
    String header = "id\ttext\ttitle\n";
    Path file =
        Files.writeString(
            folder.resolve("psgs.tsv"),
            header + "1\t\"Aaron (\"\"Aharon\"\") is a prophet\"\tAaron\n2\tBy \"night\"\tMoses\n");
    assertThat(Documents.read(file, DE, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", DE, "Aaron", "Aaron (\"Aharon\") is a prophet"),
            new Document("2", DE, "Moses", "By \"night\""));
    Path plain =
        Files.writeString(
            folder.resolve("plain.tsv"), header + "1\t\"No\", he said: \"\"\tA\n2\t\"Yes\"\tB\n");
    assertThat(Documents.read(plain, DE, OnError.FAIL).toList())
        .extracting(Document::text)
        .containsExactly("\"No\", he said: \"\"", "\"Yes\"");
  }

  @Test
  void namesTheColumnsThatAreMissing() throws IOException {
    Path file = write("name,body\na,b\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ":1: the header \"name,body\" does not name an id (such as")
        .hasMessageContaining("and a text (text) or title")
        .hasMessageEndingWith("or specify their names");
    Path twice = write("id,text,text\na,b,c\n");
    assertThatThrownBy(() -> read(twice, OnError.FAIL))
        .hasMessageContaining("the header names the column \"text\" after another one");
  }

  @Test
  void rejectsAQuotationMarkThatIsNotClosed() throws IOException {
    Path file = write("id,text\nd1,a\nd2,\"first\nd3,second\n");
    try (Records<Document> documents = read(file, OnError.SKIP)) {
      assertThat(documents.next().id()).isEqualTo("d1");
      assertThatThrownBy(documents::hasNext)
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("is not CSV after this line");
    }
  }

  @Test
  void namesTheLineOfTheHeader() throws IOException {
    Path file = write("\n\nnumber,price\n1,2\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("documents.csv:3: the header");
  }

  @Test
  void recognisesCommonNames() throws IOException {
    Path file = write("doc_id,Headline,Body,url\n1,Oil,The industry.,u\n");
    assertThat(Documents.read(file, DE, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", DE, "Oil", "The industry.")
                .withMetadata(Metadata.EMPTY.with("url", MetadataValue.of("u"))));
  }

  @Test
  void rejectsATextUnderAnUnknownName() throws IOException {
    Path file = write("id,title,inhalt\n1,Oil,Die Industrie begann in Pennsylvania.\n");
    assertThatThrownBy(() -> Documents.read(file, DE, OnError.FAIL).toList())
        .hasMessageStartingWith(file + ":2: has no text, but \"inhalt\"");
    FieldNames names = FieldNames.DOCUMENTS.withTitle("inhalt").withRequiredText("title");
    assertThat(
            Documents.read(file, DocumentOptions.DEFAULT.withNames(names).withDefaultLanguage(DE))
                .toList())
        .containsExactly(new Document("1", DE, "Die Industrie begann in Pennsylvania.", "Oil"));
  }
}
