// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitCommandTest extends CommandTest {
  private String yaml() throws IOException {
    return Files.readString(folder.resolve("isogloss.yaml"));
  }

  private int init(Path collection, Object... more) {
    Object[] all = new Object[more.length + 5];
    Object[] first = {"init", collection, "--yes", "--to", folder};
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return isogloss(all);
  }

  @Test
  void proposesToFollowAFolderOfFiles() throws IOException {
    Path notes = Files.createDirectory(folder.resolve("my notes"));
    Files.writeString(notes.resolve("tea.md"), "---\nlanguage: en\nyear: 2021\n---\nGreen tea.\n");
    Files.writeString(notes.resolve("brot.md"), "---\nlanguage: de\n---\nSauerteigbrot.\n");
    Files.write(notes.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
    assertThat(init(notes)).isZero();
    assertThat(out())
        .contains("documents    2\n", "other files  1: picture.png (", "fields       year (number)")
        .contains("en 1", "de 1", "as the documents state", "files        .md 2, .png 1");
    assertThat(yaml())
        .contains("all:\n  index: my-notes-index\n")
        .contains("  collection: '" + notes + "'\n", "  model: compact\n", "  sync: true")
        .doesNotContain("language:");
  }

  @Test
  void namesKindsOfCompressedFilesAndHowFarItHasLooked() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_001; i++) {
      lines
          .append("{\"id\": \"")
          .append(i)
          .append("\", \"language\": \"en\", \"text\": \"a cat\"}\n");
    }
    Files.writeString(docs.resolve("a.jsonl"), lines);
    Files.write(docs.resolve("b.json.gz"), new byte[] {1, 2, 3});
    assertThat(init(docs)).isZero();
    assertThat(out())
        .contains("documents    1,000 or more; languages and fields are those of the first\n")
        .contains(".json.gz 1")
        .contains("languages    en 1,000, as the documents state\n");
  }

  @Test
  void proposesTheKeysAndTheLanguageOfAFile() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      lines.append("{\"nr\": ").append(i).append(", \"titel\": \"Ein Ding\", \"inhalt\": \"");
      lines.append("Die Katze liegt auf dem Sofa und schläft den ganzen Tag.\"}\n");
    }
    Path file = Files.writeString(folder.resolve("berichte.jsonl"), lines);
    assertThat(init(file)).isZero();
    assertThat(yaml())
        .contains("  language: de\n")
        .contains("  id-field: nr\n", "  title-field: titel\n", "  text-field: inhalt\n")
        .doesNotContain("sync");
  }

  @ParameterizedTest
  @CsvSource({"berichte.csv, ','", "berichte.csv, ;", "berichte.tsv, '\t'"})
  void proposesTheColumnsOfATable(String name, String separator) throws IOException {
    String rows =
        """
        nr,titel,inhalt,jahr
        7,Ein Ding,"Die Katze liegt auf dem Sofa und schläft den ganzen Tag.",2021
        8,Ein Ding,"Der Hund liegt im Garten und bellt den ganzen Tag.",2021
        """;
    boolean quoted = !separator.equals("\t");
    Path file =
        Files.writeString(
            folder.resolve(name), (quoted ? rows : rows.replace("\"", "")).replace(",", separator));
    assertThat(init(file)).as(err()).isZero();
    assertThat(out()).contains("keys         id is nr, title is titel, text is inhalt");
    assertThat(yaml())
        .contains("  id-field: nr\n", "  title-field: titel\n", "  text-field: inhalt\n");
  }

  @Test
  void keepsAnExistingFile() throws IOException {
    Path file = Files.writeString(folder.resolve("docs.txt"), "The cat sleeps on the sofa.");
    assertThat(init(file)).isZero();
    assertThat(init(file)).isEqualTo(1);
    assertThat(err()).contains("isogloss.yaml: already exists", "--force");
    assertThat(init(file, "--force")).isZero();
  }

  @Test
  void reportsACollectionThatCannotBeRead() throws IOException {
    assertThat(init(folder.resolve("missing"))).isEqualTo(1);
    assertThat(err()).contains("missing: no such file");
    assertThat(init(Files.createDirectory(folder.resolve("none")))).isEqualTo(1);
    assertThat(err()).contains("none: is an empty folder");
    assertThat(folder.resolve("isogloss.yaml")).doesNotExist();
  }

  @Test
  void statesWhyNoDocumentCanBeRead() throws IOException {
    Path lines = folder.resolve("lines.jsonl");
    Files.writeString(lines, "{\"id\": \"1\", \"text\": 5}\n{\"id\": \"2\"}\n");
    assertThat(init(lines)).isEqualTo(1);
    assertThat(err())
        .contains(lines + ": contains no documents that can be read: 2 records are malformed")
        .contains("the first at " + lines + ":1: ");
    Path broken = Files.writeString(folder.resolve("broken.jsonl"), "no JSON\n");
    assertThat(init(broken)).isEqualTo(1);
    assertThat(err())
        .contains("The nearest is JSONL, but line 1 is not JSON, at column")
        .doesNotContain("qrels");
    Path binary = Files.createDirectory(folder.resolve("binary"));
    Files.write(binary.resolve("a.txt"), new byte[] {'a', 0, 1, 2});
    Files.write(binary.resolve("b.txt"), new byte[] {'b', 0, 1, 2});
    assertThat(init(binary)).isEqualTo(1);
    assertThat(err()).contains("binary: contains no documents that can be read: ", "a.txt");
    assertThat(folder.resolve("isogloss.yaml")).doesNotExist();
  }

  @Test
  void namesTheFirstMalformedRecord() throws IOException {
    Path file = folder.resolve("docs.jsonl");
    Files.writeString(
        file, "{\"id\": \"1\", \"text\": \"The cat sleeps on the sofa.\"}\n{\"id\": \"2\"}\n");
    assertThat(init(file)).isZero();
    assertThat(out()).contains("malformed    1 record, the first at " + file + ":2: ");
  }
}
