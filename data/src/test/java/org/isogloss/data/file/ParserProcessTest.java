// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Documents that exceed a limit cost a process, and nothing else. */
@Timeout(600)
class ParserProcessTest {
  private static final String TEXT = "BT /F 10 Tf 72 700 Td (A text.) Tj ET ";
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path folder;

  /** Writes a file whose pages share their content: some text, and a unit that is repeated. */
  private Path pdf(String name, int pages, String unit, int times) throws IOException {
    Path file = folder.resolve(name);
    try (PDDocument document = new PDDocument()) {
      COSStream content = document.getDocument().createCOSStream();
      try (OutputStream out = content.createOutputStream(COSName.FLATE_DECODE)) {
        out.write(TEXT.getBytes(ISO_8859_1));
        byte[] thousand = unit.repeat(1000).getBytes(ISO_8859_1);
        for (int i = 0; i < times; i += 1000) {
          out.write(thousand);
        }
      }
      COSDictionary fonts = new COSDictionary();
      fonts.setItem("F", new PDType1Font(FontName.HELVETICA));
      PDResources resources = new PDResources();
      resources.getCOSObject().setItem(COSName.FONT, fonts);
      for (int i = 0; i < pages; i++) {
        PDPage page = new PDPage();
        page.setResources(resources);
        page.setContents(new PDStream(content));
        document.addPage(page);
      }
      document.save(file.toFile());
    }
    return file;
  }

  private static DocumentFile document(Path file) {
    return DocumentFile.find(file).orElseThrow();
  }

  @Test
  void parsesAsThisProcessDoes() throws IOException, MalformedRecordException {
    Path pdf = pdf("a.pdf", 2, "", 0);
    Path html =
        Files.writeString(
            folder.resolve("\u00e4 b.html"),
            "<html lang=de><title>T\u00edtle</title><meta name=keywords content='a,b'><p>Stra\u00dfe");
    try (ParserProcess process = ParserProcess.start(64)) {
      for (Path file : List.of(pdf, html, pdf)) {
        DocumentFile document = document(file);
        assertThat(process.parse(document, Optional.of(Language.of("de")), LONG))
            .isEqualTo(document.parse(Optional.of(Language.of("de")), ParsingBudget.FULL));
      }
      assertThatThrownBy(
              () -> process.parse(document(folder.resolve("none.pdf")), Optional.empty(), LONG))
          .isInstanceOf(FormatException.class)
          .hasMessage(folder.resolve("none.pdf") + ": no such file");
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void endsAfterADocumentThatNeedsTooMuchMemory() throws IOException {
    Path states = pdf("states.pdf", 1, "q ", 3_000_000);
    try (ParserProcess process = ParserProcess.start(64)) {
      assertThatThrownBy(() -> process.parse(document(states), Optional.empty(), LONG))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessage(
              "needs more than 64 MiB of memory to be parsed, expected a simpler document: convert"
                  + " it to text, or split it");
      assertThat(process.isAlive()).isFalse();
    }
  }

  @Test
  void endsAfterADocumentThatTakesTooMuchTime() throws IOException {
    // Minutes of work, of which each page needs a fraction of the memory.
    Path shared = pdf("shared.pdf", 1000, "0 0 m ", 1_000_000);
    try (ParserProcess process = ParserProcess.start(192)) {
      assertThatThrownBy(
              () -> process.parse(document(shared), Optional.empty(), Duration.ofSeconds(5)))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessage(
              "takes more than 5 s to be parsed, expected a simpler document: convert it to text,"
                  + " or split it");
      assertThat(process.isAlive()).isFalse();
    }
  }

  @Test
  void readsTheOtherDocumentsOfAFolder() throws IOException {
    pdf("a.pdf", 1, "", 0);
    Path states = pdf("b.pdf", 1, "q ", 8_000_000);
    pdf("c.pdf", 1, "", 0);
    Path bomb = folder.resolve("d.html.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
      byte[] paragraphs = "<p>".repeat(1 << 20).getBytes(ISO_8859_1);
      for (int i = 0; i < 20; i++) {
        out.write(paragraphs);
      }
    }
    Files.writeString(folder.resolve("e.html"), "<p>" + "A text. ".repeat(100_000));
    Records<Document> documents = Documents.read(folder, Language.UNDETERMINED, OnError.SKIP);
    assertThat(documents.toList())
        .extracting(Document::id)
        .containsExactly("a.pdf", "c.pdf", "e.html");
    assertThat(documents.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            one -> assertThat(one).startsWith(states + ": ").contains("expected a simpler"),
            one -> assertThat(one).startsWith(bomb + ": has more than 32 MiB of content"));
  }

  @Test
  void boundsTheLengthOfATextAndOfProperties() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "word ".repeat(4 << 20));
    Path page =
        Files.writeString(
            folder.resolve("b.html"),
            "<meta name=author content='" + "name ".repeat(300_000) + "'><p>A text.");
    assertThatThrownBy(() -> document(text).read(Optional.empty()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("has more than 16 Mi characters, expected a shorter document: split it");
    assertThatThrownBy(() -> document(page).read(Optional.empty()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("has properties such as keywords of more than 1 Mi characters: shorten them");
  }

  @Test
  void passesOnTextsThatAreNoUnicode() throws IOException {
    FileContent damaged =
        new FileContent(
            "\ud83d",
            "half \ude00 of a pair",
            Optional.of(Language.of("ja")),
            Metadata.EMPTY.with("n", MetadataValue.of(3)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FileContentCodec.write(damaged, new DataOutputStream(bytes));
    assertThat(
            FileContentCodec.read(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
        .isEqualTo(damaged);
  }
}
