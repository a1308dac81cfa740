// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file of a folder that would exhaust memory is one bad record. */
@Timeout(300)
class BoundedInputTest {
  private static final String PAGE =
      "<page><title>A</title><ns>0</ns><id>1</id><revision><text>Hallo.</text></revision></page>";
  private static final int MIB = 1 << 20;

  @TempDir Path folder;

  @BeforeEach
  void writeAGoodDocument() throws IOException {
    Files.writeString(folder.resolve("good.txt"), "text");
  }

  /** Writes a text with a unit that is repeated. */
  private void gzip(String name, String before, String unit, int times, String after)
      throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      out.write(before.getBytes(UTF_8));
      byte[] bytes = unit.getBytes(UTF_8);
      for (int i = 0; i < times; i++) {
        out.write(bytes);
      }
      out.write(after.getBytes(UTF_8));
    }
  }

  private void assertOneBadRecord(String problem, String... documents) {
    Records<Document> records = Documents.read(folder, Language.UNDETERMINED, OnError.SKIP);
    assertThat(records.toList()).extracting(Document::id).containsExactly(documents);
    assertThat(records.problems())
        .singleElement()
        .satisfies(one -> assertThat(one.problem()).contains(problem));
  }

  @Test
  void aCommentInXml() throws IOException {
    String wiki = "<mediawiki xml:lang='de'>";
    gzip("a.xml.gz", wiki + PAGE + "<!--", "x".repeat(MIB), 60, "-->" + PAGE + "</mediawiki>");
    assertOneBadRecord("has a tag, a comment or a section of more than 16 Mi", "1", "good.txt");
  }

  @Test
  void anAttributeInXml() throws IOException {
    gzip("a.xml.gz", "<mediawiki xml:lang='", "x".repeat(MIB), 60, "'></mediawiki>");
    assertOneBadRecord("has a tag, a comment or a section of more than 16 Mi", "good.txt");
  }

  @Test
  void elementsInElements() throws IOException {
    gzip("a.xml.gz", "<mediawiki xml:lang='de'>" + PAGE, "<a>".repeat(MIB), 20, "");
    assertOneBadRecord("\"jdk.xml.maxElementDepth\"", "1", "good.txt");
  }

  @Test
  void theTextOfAnArticle() throws IOException {
    String start = "<mediawiki xml:lang='de'>" + PAGE + "<page><revision><text>";
    gzip("a.xml.gz", start, "x".repeat(MIB), 60, "</text></revision></page></mediawiki>");
    assertOneBadRecord("has an element of more than 16 Mi characters", "1", "good.txt");
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, int kiB)
      throws IOException {
    entry.setSize(1024L * kiB);
    tar.putArchiveEntry(entry);
    byte[] content = "x".repeat(1024).getBytes(UTF_8);
    for (int i = 0; i < kiB; i++) {
      tar.write(content);
    }
    tar.closeArchiveEntry();
  }

  private TarArchiveOutputStream tar(String name) throws IOException {
    return new TarArchiveOutputStream(
        new GZIPOutputStream(
            new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)))));
  }

  @Test
  void theNameOfAFileInATarArchive() throws IOException {
    try (TarArchiveOutputStream tar = tar("a.tar.gz")) {
      add(tar, new TarArchiveEntry("a.txt"), 1);
      add(tar, new TarArchiveEntry("long", TarConstants.LF_GNUTYPE_LONGNAME), 200 << 10);
      add(tar, new TarArchiveEntry("b.txt"), 1);
    }
    assertOneBadRecord("has a name or attributes of more than 1 MiB", "a.tar.gz/a.txt", "good.txt");
  }

  @Test
  void hiddenFilesInATarArchive() throws IOException {
    try (TarArchiveOutputStream tar = tar("a.tar.gz")) {
      add(tar, new TarArchiveEntry("a.txt"), 1);
      add(tar, new TarArchiveEntry(".hidden"), 100 << 10);
      add(tar, new TarArchiveEntry("b.txt"), 1);
      add(tar, new TarArchiveEntry(".hidden"), 500 << 10);
      add(tar, new TarArchiveEntry("c.txt"), 1);
    }
    assertOneBadRecord(
        "contains more than 256 MiB", "a.tar.gz/a.txt", "a.tar.gz/b.txt", "good.txt");
  }

  @Test
  void skipsAFileInAnArchiveWhoseNameNoFileSystemAccepts() throws IOException {
    Path archive = folder.resolve("a.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : new String[] {"a.txt", "b".repeat(300) + ".txt", "c/".repeat(2000)}) {
        zip.putNextEntry(new ZipEntry(name + (name.endsWith("/") ? "d.txt" : "")));
        zip.write("text".getBytes(UTF_8));
      }
    }
    Records<Document> records = Documents.read(archive, Language.UNDETERMINED, OnError.FAIL);
    assertThat(records.toList()).extracting(Document::id).containsExactly("a.txt");
    assertThat(records.skippedFiles().examples())
        .containsExactly("... (has a name that is too long)", "... (has a name that is too long)");
  }

  @Test
  void anArchiveIsOneBadRecordEvenAlone() throws IOException {
    Path archive = folder.resolve("a.tar");
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive))) {
      add(tar, new TarArchiveEntry("a.txt"), 1);
      add(tar, new TarArchiveEntry("long", TarConstants.LF_GNUTYPE_LONGNAME), 2 << 10);
    }
    Records<Document> records = Documents.read(archive, Language.UNDETERMINED, OnError.SKIP);
    assertThat(records.toList()).extracting(Document::id).containsExactly("a.txt");
    assertThat(records.skippedCount()).isEqualTo(1);
  }
}
