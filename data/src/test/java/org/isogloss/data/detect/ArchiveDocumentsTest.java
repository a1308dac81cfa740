// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveDocumentsTest {
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("docs/", "");
    FILES.put("docs/a.jsonl", "{\"id\": \"1\", \"text\": \"x\"}\n{\"id\": \"2\"}\n");
    FILES.put("docs/de/brief an.txt", "Ein Brief");
    FILES.put("docs/.hidden", "x");
    FILES.put("../out.txt", "x");
    FILES.put("photo.png", "\u0089PNG\u0000\u0001");
    FILES.put("\u00fc.md", "# T\ntext");
  }

  @TempDir Path folder;

  private static byte[] zip(Map<String, String> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] tar(Map<String, String> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        byte[] content = file.getValue().getBytes(UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void skipsLinks() throws IOException {
    Path tar = folder.resolve("links.tar");
    try (TarArchiveOutputStream out =
        new TarArchiveOutputStream(Files.newOutputStream(tar), "UTF-8")) {
      for (byte kind : new byte[] {TarConstants.LF_SYMLINK, TarConstants.LF_LINK}) {
        TarArchiveEntry link = new TarArchiveEntry("link" + (char) kind + ".txt", kind);
        link.setLinkName("/etc/passwd");
        out.putArchiveEntry(link);
        out.closeArchiveEntry();
      }
      TarArchiveEntry file = new TarArchiveEntry("good.txt");
      file.setSize(4);
      out.putArchiveEntry(file);
      out.write("good".getBytes(UTF_8));
      out.closeArchiveEntry();
    }
    Path zip = folder.resolve("links.zip");
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
      ZipArchiveEntry link = new ZipArchiveEntry("link.txt");
      link.setUnixMode(UnixStat.LINK_FLAG | 0777);
      out.putArchiveEntry(link);
      out.write("/etc/passwd".getBytes(UTF_8));
      out.closeArchiveEntry();
      out.putArchiveEntry(new ZipArchiveEntry("good.txt"));
      out.write("good".getBytes(UTF_8));
      out.closeArchiveEntry();
    }
    for (Path archive : List.of(tar, zip)) {
      try (Records<Document> documents =
          Documents.read(archive, Language.UNDETERMINED, OnError.FAIL)) {
        assertThat(documents.toList()).extracting(Document::text).containsExactly("good");
        assertThat(documents.skippedFiles().examples())
            .isNotEmpty()
            .allMatch(file -> file.contains("link") && file.contains("(is a link or a device)"));
      }
    }
  }

  private Path write(String name) throws IOException {
    byte[] bytes = name.contains("tar") ? tar(FILES) : zip(FILES);
    return Files.write(
        folder.resolve(name), name.endsWith("gz") ? RecordReaderContractTest.gzip(bytes) : bytes);
  }

  private static List<String> ids(Records<Document> documents) {
    return documents.toList().stream().map(Document::id).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs.zip", "docs.tar", "docs.tar.gz", "zip", "tar"})
  void readsAnArchiveAsAFolder(String name) throws IOException {
    Path archive = write(name);
    assertThat(DataFormat.detect(archive)).isEqualTo(DataFormat.ARCHIVE);
    List<String> listed = new ArrayList<>();
    Records<Document> documents =
        Documents.read(archive, Language.UNDETERMINED, OnError.SKIP)
            .onSkippedFile(file -> listed.add(file.getMessage()));
    List<Document> all = documents.toList();
    assertThat(all)
        .extracting(document -> document.id() + " " + document.language())
        .containsExactly("1 und", "docs/de/brief%20an.txt de", "\u00fc.md und");
    assertThat(documents.problems())
        .singleElement()
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith(archive.resolve("docs/a.jsonl") + ":2: ");
    assertThat(listed)
        .hasSize(3)
        .contains(archive.resolve("docs/.hidden") + ": is hidden")
        .anySatisfy(one -> assertThat(one).contains("leads out of the archive"))
        .anySatisfy(one -> assertThat(one).startsWith(archive.resolve("photo.png") + ": is "));
    assertThat(folder.resolve("out.txt")).doesNotExist();
  }

  @Test
  void archivesInAFolderPrecedeTheIdsOfTheirFiles() throws IOException {
    Files.createDirectories(folder.resolve("sub"));
    write("sub/a.zip");
    write("sub/b.tar.gz");
    Files.write(folder.resolve("sub/cut.zip"), Arrays.copyOf(zip(FILES), 100));
    Files.write(
        folder.resolve("z.zip"), zip(Map.of("inner.zip", new String(zip(FILES), ISO_8859_1))));
    Records<Document> documents = Documents.read(folder, Language.UNDETERMINED, OnError.SKIP);
    assertThat(ids(documents))
        .containsExactly(
            "1",
            "sub/a.zip/docs/de/brief%20an.txt",
            "sub/a.zip/\u00fc.md",
            "1",
            "sub/b.tar.gz/docs/de/brief%20an.txt",
            "sub/b.tar.gz/\u00fc.md");
    assertThat(documents.skippedFiles().examples())
        .contains("sub/a.zip/docs/.hidden (is hidden)", "sub/b.tar.gz/docs/.hidden (is hidden)");
  }

  @Test
  void readsNamesInTheEncodingOfDos() throws IOException {
    Path archive = folder.resolve("old.zip");
    Charset dos = Charset.forName("IBM437");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive), dos)) {
      zip.putNextEntry(new ZipEntry("Übersicht.txt"));
      zip.write("Text".getBytes(UTF_8));
    }
    assertThat(ids(Documents.read(archive, Language.UNDETERMINED, OnError.FAIL)))
        .containsExactly("Übersicht.txt");
  }

  @Test
  void skipsFilesThatCannotHaveTheirNames() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("a.txt", "one");
    files.put("a.txt/b.txt", "two");
    files.put("x".repeat(300) + ".txt", "three");
    files.put(".", "four");
    files.put("z.txt", "five");
    Path archive = Files.write(folder.resolve("odd.zip"), zip(files));
    Records<Document> documents = Documents.read(archive, Language.UNDETERMINED, OnError.FAIL);
    assertThat(ids(documents)).contains("a.txt", "z.txt");
    assertThat(documents.skippedFiles().count()).isBetween(2L, 3L);
  }

  @Test
  void refusesAnArchiveWithoutDocuments() throws IOException {
    Path archive =
        Files.write(folder.resolve("a.zip"), zip(Map.of("photo.png", "\u0089PNG\u0000")));
    assertThatThrownBy(() -> ids(Documents.read(archive, Language.UNDETERMINED, OnError.SKIP)))
        .hasMessageStartingWith(archive + ": contains no documents that can be read; it has photo");
    Files.writeString(folder.resolve("b.txt"), "text");
    assertThat(ids(Documents.read(folder, Language.UNDETERMINED, OnError.FAIL)))
        .containsExactly("b.txt");
  }

  @Test
  void boundsWhatAnArchiveContains() throws IOException {
    Path bomb = folder.resolve("bomb.zip");
    byte[] blanks = new byte[1 << 20];
    Arrays.fill(blanks, (byte) '\n');
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
      zip.putNextEntry(new ZipEntry("a.jsonl"));
      zip.write("{\"id\": \"1\", \"text\": \"x\"}\n".getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("b.jsonl"));
      for (int i = 0; i < 400; i++) {
        zip.write(blanks);
      }
    }
    assertThatThrownBy(() -> ids(Documents.read(bomb, Language.UNDETERMINED, OnError.FAIL)))
        .isInstanceOf(FormatException.class)
        .hasMessage(
            bomb
                + ": contains more than 256 MiB and 100 times its size: unpack it, and use the"
                + " folder");
    Files.writeString(folder.resolve("good.txt"), "text");
    assertThat(ids(Documents.read(folder, Language.UNDETERMINED, OnError.SKIP)))
        .containsExactly("1", "good.txt");
  }
}
