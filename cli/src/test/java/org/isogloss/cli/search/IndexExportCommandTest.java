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

class IndexExportCommandTest extends CommandTest {
  private static final String DOCUMENTS =
      """
      {"id":"a","language":"en","title":"Soup","text":"Boil it.","metadata":{"category":"recipe","date":"2024-05-01"}}
      {"id":"b","language":"de","text":"Ein Satz.\\n\\nNoch ein Satz. Und ein dritter Satz.","metadata":{"date":"2023-05-01"}}
      {"id":"c","language":"fr","title":"Sans texte","text":""}
      """;

  private Path index;

  @BeforeEach
  void index() throws IOException {
    index = folder.resolve("index");
    assertThat(build(DOCUMENTS, index)).as(err()).isZero();
  }

  private int build(String documents, Path target) throws IOException {
    Path file = folder.resolve("documents.jsonl");
    Files.writeString(file, documents);
    return isogloss(
        "index",
        file,
        "--index",
        target,
        "--model",
        "none",
        "--passage-words",
        "4",
        "--passage-overlap",
        "1");
  }

  @Test
  void writesDocumentsThatCanBeIndexedAgain() throws IOException {
    assertThat(export(index)).isEqualTo(DOCUMENTS);
    assertThat(err()).contains("Wrote 3 documents");
    assertThat(build(export(index), folder.resolve("again"))).as(err()).isZero();
    assertThat(export(folder.resolve("again"))).isEqualTo(DOCUMENTS);
  }

  private String export(Path exported) throws IOException {
    Path file = folder.resolve("export.jsonl");
    assertThat(isogloss("index", "export", "--index", exported, "--to", file)).as(err()).isZero();
    return Files.readString(file);
  }

  @Test
  void selectsDocumentsAndFields() throws IOException {
    Path file = folder.resolve("selected.jsonl");
    assertThat(
            isogloss(
                "index",
                "export",
                "--index",
                index,
                "--filter",
                "date exists",
                "--sort",
                "date desc",
                "--fields",
                "category",
                "--no-text",
                "--top",
                "2",
                "--to",
                file))
        .as(err())
        .isZero();
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"id":"a","language":"en","title":"Soup","metadata":{"category":"recipe"}}
            {"id":"b","language":"de","title":"","metadata":{}}
            """);
    assertThat(isogloss("index", "export", "--index", index, "--sort", "colour")).isNotZero();
    assertThat(err()).contains("no document has the field \"colour\"");
  }
}
