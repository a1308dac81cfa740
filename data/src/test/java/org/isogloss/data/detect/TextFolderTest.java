// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFolderTest {
  @TempDir Path folder;

  private void write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private void write(String name, String text) throws IOException {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsEveryTextFileAsDocument() throws IOException {
    write("b/two.md", "# Title \n\nFirst.\r\nSecond.\n");
    write("a.txt", "\uFEFF  one\ntext\n\n");
    write("b/plain.MD", "No title\n# Not one either");
    write("b/picture.png", "no");
    write(".git/hidden.txt", "no");
    write("b/.hidden.txt", "no");
    write(
        "c/packed.txt.gz",
        RecordReaderContractTest.gzip("packed".getBytes(StandardCharsets.UTF_8)));
    Language none = Language.UNDETERMINED;
    assertThat(TextFolder.read(folder, DocumentOptions.DEFAULT.withOnError(OnError.FAIL)).toList())
        .containsExactly(
            new Document("a.txt", none, "", "one\ntext"),
            new Document("b/plain.MD", none, "", "No title\n# Not one either"),
            new Document("b/two.md", none, "Title", "First.\nSecond."),
            new Document("c/packed.txt.gz", none, "", "packed"));
  }

  @Test
  void readsTheLanguageFromTheFileNameOrTheNearestFolder() throws IOException {
    write("de/a.txt", "a");
    write("de/news/b.txt", "b");
    write("de/c.fr.txt", "c");
    write("de/fr/d.md.gz", "d");
    write("e.v2.txt", "e");
    write("zh-Hant/f.txt", "f");
    write("de/it-department/g.txt", "g");
    write("my-docs/h.txt", "h");
    assertThat(
            TextFolder.read(folder, DocumentOptions.DEFAULT.withDefaultLanguage(Language.of("en")))
                .toList())
        .extracting(document -> document.id() + " " + document.language())
        .containsExactly(
            "de/a.txt de",
            "de/c.fr.txt fr",
            "de/fr/d.md.gz fr",
            "de/it-department/g.txt de",
            "de/news/b.txt de",
            "e.v2.txt en",
            "my-docs/h.txt en",
            "zh-Hant/f.txt zh-Hant");
  }

  @Test
  void countsAnUnreadableFileAsOneMalformedRecord() throws IOException {
    byte[] packed =
        RecordReaderContractTest.gzip("a text\n".repeat(999).getBytes(StandardCharsets.UTF_8));
    write("1.txt", "good");
    write("2.txt", "gut\nsch\u00f6n".getBytes(StandardCharsets.ISO_8859_1));
    write("3.txt", "\uFEFFabc".getBytes(StandardCharsets.UTF_16LE));
    write("4.txt.gz", Arrays.copyOf(packed, packed.length / 2));
    write("5.txt", "");
    write("6.txt", "a\0b");
    write("7.md", "# Only a title");
    Records<Document> records =
        TextFolder.read(folder, DocumentOptions.DEFAULT.withOnError(OnError.SKIP));
    assertThat(records.toList())
        .extracting(Document::id, Document::title)
        .containsExactly(tuple("1.txt", ""), tuple("7.md", "Only a title"));
    assertThat(records.skippedCount()).isEqualTo(5);
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .satisfiesExactly(
            second -> assertThat(second).startsWith(folder.resolve("2.txt") + ":2: is not UTF-8"),
            third -> assertThat(third).startsWith(folder.resolve("3.txt") + ": is UTF-16"),
            fourth -> assertThat(fourth).contains("4.txt.gz:").contains("truncated"),
            fifth -> assertThat(fifth).contains("5.txt: document \"5.txt\" has neither title nor"),
            sixth -> assertThat(sixth).contains("6.txt:1: contains a NUL"));
    assertThatThrownBy(
            () ->
                TextFolder.read(folder, DocumentOptions.DEFAULT.withOnError(OnError.FAIL)).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("2.txt:2: is not UTF-8");
  }

  @Test
  void doesNotFollowLinksToFolders() throws IOException {
    write("a/one.txt", "one");
    Files.createSymbolicLink(folder.resolve("a/loop"), folder);
    assertThat(TextFolder.read(folder, DocumentOptions.DEFAULT.withOnError(OnError.FAIL)).toList())
        .hasSize(1);
  }

  @Test
  void requiresAFolder() throws IOException {
    write("a.txt", "a");
    assertThatThrownBy(
            () ->
                TextFolder.read(
                    folder.resolve("a.txt"), DocumentOptions.DEFAULT.withOnError(OnError.SKIP)))
        .hasMessage(folder.resolve("a.txt") + ": is a file, expected a folder");
    assertThatThrownBy(
            () ->
                TextFolder.read(
                    folder.resolve("none"), DocumentOptions.DEFAULT.withOnError(OnError.SKIP)))
        .hasMessage(folder.resolve("none") + ": no such folder");
  }
}
