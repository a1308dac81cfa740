// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentFileTest {
  @TempDir Path folder;

  private FileContent read(String name, String content)
      throws IOException, MalformedRecordException {
    Path file = Files.writeString(folder.resolve(name), content);
    return DocumentFile.find(file).orElseThrow().read(Optional.empty());
  }

  @Test
  void readsTheFrontMatterOfMarkdown() throws IOException, MalformedRecordException {
    FileContent content =
        read(
            "post.md",
            """
            ---
            title: "Eine Brücke: zwei Ufer"
            lang: de
            date: 2024-05-31
            tags: [bridge, river]
            draft: true
            ---

            # Eine andere Überschrift

            Text.

            ---
            Nach einer Linie.
            """);
    assertThat(content.title()).isEqualTo("Eine Brücke: zwei Ufer");
    assertThat(content.language()).contains(Language.of("de"));
    assertThat(content.metadata())
        .isEqualTo(
            Metadata.EMPTY
                .with("date", MetadataValue.of("2024-05-31"))
                .with("tags", MetadataValue.of("bridge", "river"))
                .with("draft", MetadataValue.of(true)));
    assertThat(content.text()).startsWith("# Eine andere").endsWith("---\nNach einer Linie.");
  }

  @Test
  void refusesAFileThatIsWrittenAtTheSameTime() throws Exception {
    Path file = Files.writeString(folder.resolve("busy.txt"), "a line\n".repeat(10_000));
    AtomicBoolean refused = new AtomicBoolean();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!refused.get()) {
                    append(file, "x");
                  }
                });
    try {
      DocumentFile document = DocumentFile.find(file).orElseThrow();
      // A read between two changes succeeds.
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () -> {
            while (!refused.get()) {
              try {
                document.read(Optional.empty());
              } catch (MalformedRecordException e) {
                assertThat(e).hasMessageContaining("changed by another program while it was read");
                refused.set(true);
              }
            }
          });
    } finally {
      refused.set(true);
      writer.join();
    }
    assertThat(DocumentFile.find(file).orElseThrow().read(Optional.empty()).text())
        .startsWith("a line");
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void readsATitleAndALanguageAsTheyAreWritten() throws IOException, MalformedRecordException {
    FileContent content = read("a.md", "---\ntitle: 1.10\nlang: no\ndraft: no\n---\nTekst\n");
    assertThat(content.title()).isEqualTo("1.10");
    assertThat(content.language()).contains(Language.of("no"));
    assertThat(content.metadata()).isEqualTo(Metadata.EMPTY.with("draft", MetadataValue.of(false)));
  }

  @Test
  void resolvesTheAliasesOfFrontMatter() throws IOException, MalformedRecordException {
    FileContent content =
        read(
            "post.md",
            """
            ---
            author: &me Ann Smith
            editor: *me
            tags: &tags [a, b]
            more: *tags
            base: &base {x: 1, y: 2}
            derived: {<<: *base, y: 3}
            title: *me
            ---
            hello
            """);
    assertThat(content.title()).isEqualTo("Ann Smith");
    Metadata metadata = content.metadata();
    assertThat(metadata.find("editor")).contains(MetadataValue.of("Ann Smith"));
    assertThat(metadata.find("more")).contains(MetadataValue.of("a", "b"));
    assertThat(metadata.find("derived.x")).contains(MetadataValue.of(1));
    assertThat(metadata.find("derived.y")).contains(MetadataValue.of(3));
    assertThatThrownBy(() -> read("a.md", "---\na: *nobody\n---\nx"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("the alias \"*nobody\", but no earlier value is marked \"&nobody\"");
  }

  @Test
  void boundsWhatAliasesStandFor() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      yaml.append("a").append(i).append(": &a").append(i).append(" [");
      yaml.append(String.join(", ", Collections.nCopies(10, "*a" + (i - 1)))).append("]\n");
    }
    assertThatThrownBy(() -> read("bomb.md", "---\n" + yaml + "---\nx"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("more than 100,000 values");
    assertThatThrownBy(() -> read("loop.md", "---\na: &a [*a]\n---\nx"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("no earlier value is marked");
  }

  @Test
  void readsMarkdownWithoutFrontMatter() throws IOException, MalformedRecordException {
    assertThat(read("a.md", "# Title\n\nText.\n"))
        .isEqualTo(new FileContent("Title", "Text.", Optional.empty(), Metadata.EMPTY));
    assertThat(read("b.md", "---\nno end").text()).isEqualTo("---\nno end");
    assertThat(read("c.md", "---\n---\n# T\nx").title()).isEqualTo("T");
    assertThatThrownBy(() -> read("d.md", "---\n- a\n- b\n---\nx"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("is not a list of keys and values");
    assertThatThrownBy(() -> read("e.md", "---\na: [1\n---\nx"))
        .hasMessageContaining("is not YAML, at its line");
    assertThat(read("f.md", "---\nlang:\nlanguage: ' '\n---\nx").language()).isEmpty();
    assertThatThrownBy(() -> read("g.md", "---\nlang: Klingonese\n---\nx"))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("Klingonese");
  }

  @Test
  void readsTheMainTextOfHtml() throws IOException, MalformedRecordException {
    FileContent content =
        read(
            "page.html",
            """
            <!doctype html>
            <html lang="fr-CA"><head><title>Le pont</title>
            <meta name=description content="Un pont."><meta name="keywords" content="pont, eau">
            <meta property="article:published_time" content="2024-05-31T08:00:00Z">
            <script>var x = 1;</script></head>
            <body><header>Menu</header><nav><a href=x>Accueil</a></nav>
            <main><h1>Le pont</h1><p>Il   traverse
            le <b>fleuve</b>.<br>Deux lignes &amp; plus.</p><ul><li>un<li>deux</ul>
            <table><tr><td>a</td><td>b</td></tr></table><pre>x
              y</pre></main>
            <footer>Contact</footer></body></html>
            """);
    assertThat(content.title()).isEqualTo("Le pont");
    assertThat(content.language()).contains(Language.of("fr"));
    assertThat(content.text())
        .isEqualTo("Il traverse le fleuve.\nDeux lignes & plus.\n\nun\ndeux\n\na b\n\nx\n  y");
    assertThat(content.metadata())
        .isEqualTo(
            Metadata.EMPTY
                .with("description", MetadataValue.of("Un pont."))
                .with("keywords", MetadataValue.of("pont", "eau"))
                .with("date", MetadataValue.of("2024-05-31T08:00:00Z")));
  }

  @Test
  void readsHtmlInTheEncodingThatItDeclares() throws IOException, MalformedRecordException {
    String html = "<html><head><meta charset=windows-1251><title>Мост</title><body>Река";
    Path file =
        Files.write(folder.resolve("page.htm"), html.getBytes(Charset.forName("windows-1251")));
    FileContent content = DocumentFile.find(file).orElseThrow().read(Optional.empty());
    assertThat(content.title()).isEqualTo("Мост");
    assertThat(content.text()).isEqualTo("Река");
    assertThatThrownBy(() -> read("empty.html", "<html><body><script>x</script></body></html>"))
        .hasMessageContaining("contains no text");
  }

  @Test
  void aSingleFileHasTheEncodingThatItHasInAFolder() throws IOException {
    Charset cyrillic = Charset.forName("windows-1251");
    Path file = folder.resolve("page.ru.html");
    Files.write(file, "<title>Мост</title><p>Река".getBytes(cyrillic));
    Path declared = Files.createDirectories(folder.resolve("ru")).resolve("page.html");
    Files.write(declared, "<meta charset=windows-1251><p>Море".getBytes(cyrillic));
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TEXT);
    assertThat(documents(file)).containsExactly("page.ru.html Мост Река");
    assertThat(documents(declared)).containsExactly("page.html  Море");
    assertThat(documents(folder)).containsExactly("page.ru.html Мост Река", "ru/page.html  Море");
  }

  private static List<String> documents(Path path) {
    return Documents.read(path, Language.UNDETERMINED, OnError.FAIL).stream()
        .map(document -> document.id() + " " + document.title() + " " + document.text())
        .toList();
  }

  @Test
  void refusesAPageThatIsTooLong() throws IOException {
    byte[] blanks = new byte[33 << 20];
    Arrays.fill(blanks, (byte) ' ');
    Path file = Files.write(folder.resolve("page.html"), RecordReaderContractTest.gzip(blanks));
    assertThatThrownBy(() -> DocumentFile.find(file).orElseThrow().read(Optional.empty()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("has more than 32 MiB of content, expected a shorter document: split it");
  }

  @Test
  void readsTheTextOfAFormWithoutItsControls() throws IOException, MalformedRecordException {
    String page =
        "<body><form id=aspnetForm><input type=hidden value=state><p>The article.</p>"
            + "<select><option>Choice</select><textarea>Draft</textarea>"
            + "<button>Send</button></form></body>";
    assertThat(read("page.aspx.html", page).text()).isEqualTo("The article.");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05-31, true",
    "2024-05-31T08:00:00, true",
    "2024-05-31T08:00:00+02:00, true",
    "'Fri, 31 May 2024', false",
    "31.05.2024, false",
  })
  void keepsADateOfHtmlInTheFormOfIso8601Only(String date, boolean kept)
      throws IOException, MalformedRecordException {
    FileContent content =
        read("page.html", "<meta name=date content=\"" + date + "\"><p>The article.");
    assertThat(content.metadata().find("date"))
        .isEqualTo(kept ? Optional.of(MetadataValue.of(date)) : Optional.empty());
  }

  @Test
  void reportsADamagedCompressedPage() throws IOException {
    byte[] whole = RecordReaderContractTest.gzip("<p>words ".repeat(1000).getBytes(UTF_8));
    Path file = Files.write(folder.resolve("page.html.gz"), Arrays.copyOf(whole, 40));
    assertThatThrownBy(() -> DocumentFile.find(file).orElseThrow().read(Optional.empty()))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("page.html.gz")
        .hasMessageContaining("the gzip file is truncated");
  }

  private Path pdf(String name, String title, List<String> lines, String password)
      throws IOException {
    Path file = folder.resolve(name);
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      document.getDocumentInformation().setTitle(title);
      document.getDocumentInformation().setAuthor("Ada");
      document.getDocumentCatalog().setLanguage("en-GB");
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.beginText();
        content.setLeading(14);
        content.newLineAtOffset(72, 700);
        for (String line : lines) {
          if (line.isEmpty()) {
            content.newLineAtOffset(0, -40);
          } else {
            content.showText(line);
            content.newLine();
          }
        }
        content.endText();
      }
      if (!password.isEmpty()) {
        document.protect(new StandardProtectionPolicy("owner", password, new AccessPermission()));
      }
      document.save(file.toFile());
    }
    return file;
  }

  @Test
  void readsTheParagraphsOfPdf() throws IOException, MalformedRecordException {
    Path file =
        pdf(
            "paper.pdf",
            "Bridges",
            List.of("A bridge crosses a wide ri-", "ver between two", "towns.", "", "It is old."),
            "");
    FileContent content = DocumentFile.find(file).orElseThrow().read(Optional.empty());
    assertThat(content.title()).isEqualTo("Bridges");
    assertThat(content.language()).contains(Language.of("en"));
    assertThat(content.text())
        .isEqualTo("A bridge crosses a wide river between two towns.\n\nIt is old.");
    assertThat(content.metadata().find("author")).contains(MetadataValue.of("Ada"));
    assertThat(content.metadata().find("pages")).contains(MetadataValue.of(1));
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TEXT);
    assertThat(Documents.read(file, Language.UNDETERMINED, OnError.FAIL).toList())
        .extracting(Document::id)
        .containsExactly("paper.pdf");
  }

  @Test
  void joinsLinesAsTheScriptRequires() {
    assertThat(PdfParagraphs.join(List.of("橋は川を", "渡る。", "次の"))).isEqualTo("橋は川を渡る。次の");
    assertThat(PdfParagraphs.join(List.of("E-", "Mail well-", "Known", "ri-", "ver")))
        .isEqualTo("E-Mail well-Known river");
    assertThat(PdfParagraphs.join(List.of("a  justified   line", "here")))
        .isEqualTo("a justified line here");
  }

  @Test
  void saysWhyAPdfCannotBeRead() throws IOException {
    Path locked = pdf("locked.pdf", "t", List.of("secret"), "password");
    Path empty = pdf("empty.pdf", "t", List.of(), "");
    Path broken = Files.writeString(folder.resolve("broken.pdf"), "%PDF-1.4\nnothing");
    Records<Document> records = Documents.read(folder, Language.UNDETERMINED, OnError.SKIP);
    assertThat(records.toList()).isEmpty();
    assertThat(records.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            one -> assertThat(one).startsWith(broken + ": is not a readable PDF file"),
            one -> assertThat(one).startsWith(empty + ": contains no text on 1 page:"),
            one -> assertThat(one).startsWith(locked + ": is encrypted with a password"));
  }

  @Test
  void aFolderMixesAllKinds() throws IOException {
    Files.createDirectories(folder.resolve("de"));
    Files.writeString(folder.resolve("de/a.html"), "<p>Ein Text");
    Files.writeString(folder.resolve("b.fr.md"), "---\nlang: de\n---\nUn texte");
    Files.writeString(folder.resolve("c.csv"), "id,text\nx,\"one, two\"\n");
    Files.writeString(folder.resolve("d.json"), "[{\"id\": \"y\", \"text\": \"three\"}]");
    Files.write(folder.resolve("e.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
    Records<Document> records = Documents.read(folder, Language.UNDETERMINED, OnError.FAIL);
    assertThat(records.toList())
        .extracting(document -> document.id() + " " + document.language())
        .containsExactly("b.fr.md fr", "x und", "y und", "de/a.html de");
    assertThat(records.skippedFiles().count()).isEqualTo(1);
  }
}
