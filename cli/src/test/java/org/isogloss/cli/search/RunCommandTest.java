// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunCommandTest extends CommandTest {
  private final ObjectMapper mapper = new ObjectMapper();
  private Path index;
  private Path queries;

  @BeforeEach
  void build() throws IOException {
    Path documents =
        Files.writeString(
            folder.resolve("documents.jsonl"),
            """
            {"id": "cat", "language": "en", "text": "The cat sleeps on the sofa.", "year": 2020}
            {"id": "dog", "language": "en", "text": "The dog barks at the cat.", "year": 2024}
            """);
    index = folder.resolve("index");
    queries = Files.writeString(folder.resolve("queries.tsv"), "q1\tdog\nq2\tfish\nq3\tcat\n");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none")).isZero();
  }

  private int run(Object... options) {
    List<Object> arguments =
        new ArrayList<>(List.of("run", "--index", index, "--queries", queries));
    arguments.addAll(List.of(options));
    return isogloss(arguments.toArray());
  }

  private List<JsonNode> json(Object... options) throws IOException {
    Path file = folder.resolve("results.jsonl");
    List<Object> arguments = new ArrayList<>(List.of("--json", "--to", file));
    arguments.addAll(List.of(options));
    assertThat(run(arguments.toArray())).as(err()).isZero();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(mapper.readTree(line));
    }
    return lines;
  }

  @Test
  void writesARun() {
    Path run = folder.resolve("my.run");
    assertThat(run("--tag", "mine", "--to", run)).as(err()).isZero();
    assertThat(run)
        .content()
        .matches("q1 Q0 dog 1 \\S+ mine\nq3 Q0 cat 1 \\S+ mine\nq3 Q0 dog 2 \\S+ mine\n");
    assertThat(err()).contains("Wrote 3 hits of 3 queries to " + run);
  }

  @Test
  void writesALineOfJsonForEachQueryAsSearchPrintsIt() throws IOException {
    List<JsonNode> lines = json("--facets", "year", "--snippet-length", "7");
    assertThat(lines)
        .extracting(line -> line.get("query_id").textValue())
        .containsExactly("q1", "q2", "q3");
    assertThat(lines.get(1).get("hits")).isEmpty();
    int before = out().length();
    assertThat(
            isogloss(
                "search",
                "cat",
                "--index",
                index,
                "--json",
                "--facets",
                "year",
                "--snippet-length",
                "7"))
        .isZero();
    ObjectNode single = mapper.createObjectNode().put("query_id", "q3");
    single.setAll((ObjectNode) mapper.readTree(out().substring(before)));
    assertThat(lines.get(2)).isEqualTo(single);
  }

  @Test
  void limitsTheHitsOfEachQuery() throws IOException {
    assertThat(json("--top", "1"))
        .extracting(line -> line.get("hits").size())
        .containsExactly(1, 0, 1);
  }

  @Test
  void rejectsOptionsOfOneFormatForTheOther() {
    assertThat(run("--json", "--tag", "mine")).isEqualTo(2);
    assertThat(err()).contains("mutually exclusive");
    assertThat(run("--explain")).isEqualTo(2);
    assertThat(err()).contains("Missing required argument(s): --json");
    assertThat(isogloss("run", "--index", index)).isEqualTo(2);
    assertThat(err()).contains("Missing required option: '--queries=FILE'");
    assertThat(run("--top", "0")).isEqualTo(1);
    assertThat(err()).contains("--top is 0, expected 1 or more");
  }

  @Test
  void acceptsTheCommandLineOfSearchThatItReplaces() {
    Path run = folder.resolve("my.run");
    assertThat(isogloss("search", "--queries", queries, "--index", index, "--run=" + run)).isZero();
    assertThat(run).content().startsWith("q1 Q0 dog 1 ");
    assertThat(err()).contains("run --queries FILE --to FILE");
  }
}
