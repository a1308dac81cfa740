// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class CollectionQuestionsCommandTest extends CommandTest {
  private Path squad(String name) throws IOException {
    String question =
        "{\"id\": \"1\", \"question\": \"Who?\", \"answers\": [{\"text\": \"Ann\", \"answer_start\": 0}]}";
    StringBuilder paragraphs = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      paragraphs
          .append(i == 0 ? "" : ", ")
          .append("{\"context\": \"Ann number %d.\", \"qas\": [%s]}".formatted(i, question));
    }
    return Files.writeString(
        folder.resolve(name), "{\"data\": [{\"paragraphs\": [" + paragraphs + "]}]}");
  }

  @Test
  void writesDocumentsQueriesAndJudgements() throws IOException {
    Path to = folder.resolve("collection");
    assertThat(isogloss("collection", "questions", squad("en.some.train.json"), "--to", to))
        .as(err())
        .isZero();
    assertThat(err()).contains("Wrote " + to).contains("40 queries").contains("without an answer");
    long documents = Files.readAllLines(to.resolve("documents.jsonl")).size();
    assertThat(documents).isBetween(5L, 35L);
    assertThat(Files.readAllLines(to.resolve("qrels.txt"))).hasSize((int) documents);
    assertThat(Files.readAllLines(to.resolve("queries.jsonl")))
        .hasSize(40)
        .allMatch(line -> line.startsWith("{\"id\":\"en.some.train/q"))
        .allMatch(line -> line.contains("\"language\":\"en\""));
  }

  @Test
  void neverReplacesAFolderOrMixesFiles() throws IOException {
    Path file = squad("ja.json");
    Path to = Files.createDirectory(folder.resolve("kept"));
    Files.writeString(to.resolve("mine"), "");
    assertThat(isogloss("collection", "questions", file, "--to", to)).isOne();
    assertThat(err()).contains("already exists");
    assertThat(isogloss("collection", "questions", file, file, "--to", folder.resolve("new")))
        .isOne();
    assertThat(err()).contains("another file is called ja");
    assertThat(
            isogloss(
                "collection", "questions", file, "--to", folder.resolve("new"), "--withhold", "1"))
        .isOne();
    assertThat(err()).contains("--withhold is 1.0");
    assertThat(folder.resolve("new")).doesNotExist();
  }
}
