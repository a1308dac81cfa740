// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZippedDocumentParserTest {
  private static final String CORE =
      """
      <cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Br\u00fccken</dc:title>
      <dc:creator>Ada</dc:creator><cp:keywords>bridge, river</cp:keywords>
      <dcterms:created>2024-05-31T08:00:00Z</dcterms:created><dc:language>de-AT</dc:language>
      </cp:coreProperties>
      """;

  @TempDir Path folder;

  private Path zip(String name, Map<String, String> parts) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String part : parts.keySet().stream().sorted().toList()) {
        zip.putNextEntry(new ZipEntry(part));
        zip.write(parts.get(part).getBytes(UTF_8));
      }
    }
    return file;
  }

  private static Document read(Path file) {
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TEXT);
    List<Document> documents = Documents.read(file, Language.UNDETERMINED, OnError.FAIL).toList();
    assertThat(documents).hasSize(1);
    return documents.getFirst();
  }

  @Test
  void keepsFootnotes() throws IOException {
    String word = "<w:document xmlns:w=\"w\"><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:document>";
    Path docx =
        zip(
            "notes.docx",
            Map.of(
                "word/document.xml", word.formatted("Text"),
                "word/footnotes.xml", word.formatted("A note."),
                "word/endnotes.xml", word.formatted("The end.")));
    assertThat(read(docx).text()).isEqualTo("Text\n\nA note.\n\nThe end.");
    Path odt =
        zip(
            "notes.odt",
            Map.of(
                "mimetype",
                "application/vnd.oasis.opendocument.text",
                "content.xml",
                """
                <o xmlns:t="t"><t:p>One<t:note><t:note-citation>1</t:note-citation><t:note-body>\
                <t:p>A note.</t:p></t:note-body></t:note> word.</t:p><t:p>End.</t:p></o>
                """));
    assertThat(read(odt).text()).isEqualTo("One word.\n\nA note.\n\nEnd.");
  }

  @Test
  void readsDocx() throws IOException {
    Path file =
        zip(
            "bridges.docx",
            Map.of(
                "word/document.xml",
                """
                <?xml version="1.0"?>
                <w:document xmlns:w="w" xmlns:mc="m"><w:body>
                <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Br</w:t></w:r><w:r>
                <w:t xml:space="preserve">\u00fccken </w:t></w:r></w:p>
                <w:p><w:r><w:t>Lang</w:t><w:tab/><w:t>und</w:t><w:br/><w:t>alt</w:t></w:r>
                <w:del><w:r><w:delText>kurz</w:delText></w:r></w:del>
                <w:r><w:instrText>PAGE</w:instrText></w:r></w:p>
                <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t>
                </w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
                <w:p><mc:AlternateContent><mc:Choice><w:t>once</w:t></mc:Choice><mc:Fallback>
                <w:t>twice</w:t></mc:Fallback></mc:AlternateContent></w:p>
                </w:body></w:document>
                """,
                "docProps/core.xml",
                CORE));
    Document document = read(file);
    assertThat(document.title()).isEqualTo("Br\u00fccken");
    assertThat(document.language()).isEqualTo(Language.of("de"));
    assertThat(document.text().lines().map(String::strip))
        .containsExactly("Br\u00fccken", "", "Lang und", "alt", "", "a b", "c", "once");
    assertThat(document.metadata())
        .isEqualTo(
            Metadata.EMPTY
                .with("author", MetadataValue.of("Ada"))
                .with("keywords", MetadataValue.of("bridge, river"))
                .with("date", MetadataValue.of("2024-05-31T08:00:00Z")));
  }

  @Test
  void readsOdt() throws IOException {
    Path file =
        zip(
            "letter.bin",
            Map.of(
                "mimetype",
                "application/vnd.oasis.opendocument.text",
                "meta.xml",
                CORE,
                "content.xml",
                """
                <office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>
                <text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
                <text:h>Title</text:h><text:p>One<text:s/><text:span>two</text:span><text:line-break/>three
                <office:annotation><text:p>note</text:p></office:annotation></text:p>
                <text:p><text:ruby><text:ruby-base>\u6771</text:ruby-base><text:ruby-text>\u3068\u3046\
                </text:ruby-text></text:ruby>\u4eac</text:p></office:text></office:body></office:document-content>
                """));
    assertThat(read(file).text().lines().map(String::strip))
        .containsExactly("Title", "", "One two", "three", "\u6771\u4eac");
  }

  @Test
  void readsEpub() throws IOException {
    Document document =
        read(
            zip(
                "book.epub",
                Map.of(
                    "mimetype",
                    "application/epub+zip",
                    "META-INF/container.xml",
                    "<container><rootfiles><rootfile"
                        + " full-path=\"OPS/book.opf\"/></rootfiles></container>",
                    "OPS/book.opf",
                    """
                    <package xmlns:dc="d"><metadata><dc:title>The Book</dc:title><dc:language>fr</dc:language>
                    </metadata><manifest>
                    <item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
                    <item id="b" href="text/b%20b.xhtml" media-type="application/xhtml+xml"/>
                    <item id="a" href="../a.xhtml" media-type="application/xhtml+xml"/>
                    <item id="c" href="cover.xhtml" media-type="application/xhtml+xml"/>
                    </manifest><spine><itemref idref="c"/><itemref idref="n"/><itemref idref="a"/>
                    <itemref idref="b"/></spine></package>
                    """,
                    "OPS/nav.xhtml",
                    "<nav>Contents</nav>",
                    "OPS/cover.xhtml",
                    "<html><body><img src=\"x\"/></body></html>",
                    "a.xhtml",
                    "<html><head><title>One</title></head><body><h1>One</h1><p>First.</p></body></html>",
                    "OPS/text/b b.xhtml",
                    "<html><head><title>The"
                        + " Book</title></head><body><h2>Two</h2><p>Next.</p></body></html>")));
    assertThat(document.title()).isEqualTo("The Book");
    assertThat(document.language()).isEqualTo(Language.of("fr"));
    assertThat(document.text()).isEqualTo("One\n\nFirst.\n\nTwo\n\nNext.");
  }

  @Test
  void refusesAnEncryptedBookAndADamagedDocument() throws IOException {
    zip(
        "book.epub",
        Map.of(
            "mimetype",
            "application/epub+zip",
            "META-INF/container.xml",
            "<container><rootfile full-path=\"b.opf\"/></container>",
            "META-INF/encryption.xml",
            "<encryption><CipherReference URI=\"a.xhtml\"/></encryption>",
            "b.opf",
            "<package><item id=\"a\" href=\"a.xhtml\" media-type=\"text/html\"/><itemref"
                + " idref=\"a\"/></package>",
            "a.xhtml",
            "?"));
    zip("cut.docx", Map.of("word/document.xml", "<w:document xmlns:w='w'><w:p>"));
    zip(
        "entity.docx",
        Map.of(
            "word/document.xml",
            "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><d><p><t>&e;</t></p></d>"));
    Files.writeString(folder.resolve("good.txt"), "text");
    Records<Document> records = Documents.read(folder, Language.UNDETERMINED, OnError.SKIP);
    assertThat(records.toList()).extracting(Document::id).containsExactly("good.txt");
    assertThat(records.problems())
        .extracting(problem -> problem.problem().replaceFirst("\\(.*", ""))
        .containsExactly(
            "is encrypted: decrypt it",
            "contains XML that is not well-formed ",
            "contains XML that is not well-formed ");
  }

  @Test
  void boundsWhatAnArchiveContains() throws IOException {
    Path file = folder.resolve("bomb.docx");
    byte[] zeros = new byte[1 << 20];
    Arrays.fill(zeros, (byte) ' ');
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("word/document.xml"));
      for (int i = 0; i < 33; i++) {
        zip.write(zeros);
      }
    }
    assertThatThrownBy(() -> Documents.read(file, Language.UNDETERMINED, OnError.FAIL).toList())
        .hasMessage(
            file + ": has more than 32 MiB of content, expected a shorter document: split it");
  }

  @Test
  void leavesOutOtherDocuments() throws IOException {
    zip("table.xlsx", Map.of("[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>"));
    Files.writeString(folder.resolve("good.txt"), "text");
    Records<Document> records = Documents.read(folder, Language.UNDETERMINED, OnError.FAIL);
    assertThat(records.toList()).hasSize(1);
    assertThat(records.skippedFiles().summary()).startsWith("table.xlsx (is a ZIP archive");
  }
}
