// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexRulesCommandTest extends CommandTest {
  private Path index;

  @BeforeEach
  void write() throws IOException {
    index = folder.resolve("index");
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "phone", "language": "de", "text": "Das Mobiltelefon laden"}
        {"id": "form", "language": "de", "text": "Das Formular für Geräte"}
        """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void storesRulesThatSearchesUse() throws IOException {
    assertThat(isogloss("search", "Handy", "--index", index)).as(err()).isZero();
    assertThat(out()).doesNotContain("phone");
    assertThat(
            isogloss(
                "index",
                "rules",
                "--index",
                index,
                "--synonyms",
                file("synonyms.txt", "[de]\nHandy, Mobiltelefon\n"),
                "--pins",
                file("pins.tsv", "*handy*\tform\n")))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("rules of synonyms: 1, stop words: 0, queries with pinned documents: 1");
    assertThat(isogloss("search", "Handy", "--index", index, "--json")).as(err()).isZero();
    assertThat(out())
        .containsSubsequence("\"pinned\" : true", "\"id\" : \"form\"", "\"id\" : \"phone\"");
    assertThat(isogloss("index", "rules", "--index", index, "--pins", file("none.tsv", "")))
        .as(err())
        .isZero();
    assertThat(isogloss("search", "Handy", "--index", index)).as(err()).isZero();
    assertThat(out().substring(out().lastIndexOf("document  snippet")))
        .contains("phone")
        .doesNotContain("form");
  }

  @Test
  void namesFilesThatCannotBeRead() throws IOException {
    Path missing = folder.resolve("missing.txt");
    assertThat(isogloss("index", "rules", "--index", index, "--synonyms", missing)).isEqualTo(1);
    assertThat(err()).contains(missing + ": no such file");
    Path other = Files.write(folder.resolve("utf16.txt"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThat(isogloss("index", "rules", "--index", index, "--pins", other)).isEqualTo(1);
    assertThat(err()).contains(other + ": is not in UTF-8", "iconv");
    Path large = file("large.txt", "a".repeat(8_000_001));
    assertThat(isogloss("index", "rules", "--index", index, "--stop-words", large)).isEqualTo(1);
    assertThat(err()).contains(large + ": has 8000001 bytes, expected at most 8000000");
  }

  @Test
  void namesTheLineThatIsNoRule() throws IOException {
    Path synonyms = file("synonyms.txt", "# cars\ncar\n");
    assertThat(isogloss("index", "rules", "--index", index, "--synonyms", synonyms)).isEqualTo(1);
    assertThat(err()).contains(synonyms + ", line 2: found one word or phrase, expected several");
    Path pins = file("pins.tsv", "reset password form\n");
    assertThat(isogloss("index", "rules", "--index", index, "--pins", pins)).isEqualTo(1);
    assertThat(err()).contains(pins + ", line 1: ", "separated by tabs");
  }
}
