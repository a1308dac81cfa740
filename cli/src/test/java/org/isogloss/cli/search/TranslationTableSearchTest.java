// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Search with translation tables: bitext, word alignment, index, hits in another language. */
class TranslationTableSearchTest extends CommandTest {
  private Path index;
  private Path table;

  @BeforeEach
  void alignAndIndex() throws IOException {
    Path bitext = folder.resolve("en-de.tsv");
    Files.writeString(bitext, "The house.\tDas Haus.\nThe book.\tDas Buch.\nA book!\tEin Buch!\n");
    table = folder.resolve("en-de.table");
    assertThat(isogloss("align", bitext, "--table", table, "-q")).isZero();
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "d1", "language": "de", "text": "Zwei Bücher: ein Buch, noch ein Buch."}
        {"id": "d2", "language": "de", "text": "Das alte Haus."}
        """);
    index = folder.resolve("index");
    assertThat(
            isogloss(
                "index",
                documents,
                "--model",
                "none",
                "--index",
                index,
                "--table",
                table,
                "--project",
                "en"))
        .isZero();
    assertThat(err()).contains("Added the translation table en-de from ");
  }

  @Test
  void explainsHits() {
    assertThat(
            isogloss(
                "search",
                "--index",
                index,
                "--pipeline",
                "{psq, bm25}rrf",
                "--query-language",
                "en",
                "--explain",
                "old houses"))
        .isZero();
    assertThat(out()).contains("d2").contains("psq: houses = Haus 1.00").doesNotContain("d1");
  }

  @Test
  void printsExplanationsAsJson() throws IOException {
    assertThat(
            isogloss(
                "search",
                "--index",
                index,
                "--pipeline",
                "psq",
                "--query-language",
                "en",
                "--explain",
                "--json",
                "books"))
        .isZero();
    JsonNode words = new ObjectMapper().readTree(out()).at("/hits/0/explanation/term_matches");
    assertThat(words).hasSize(1);
    assertThat(words.get(0).get("retriever").asText()).isEqualTo("psq");
    assertThat(words.get(0).get("query_word").asText()).isEqualTo("books");
    assertThat(words.get(0).get("passage_word").asText()).isEqualTo("Bücher");
    assertThat(words.get(0).get("probability").asDouble()).isEqualTo(1);
    assertThat(words.get(0).get("frequency").asInt()).isEqualTo(3);
  }

  @Test
  void benchmarkUsesTables() throws IOException {
    Path help = Files.createDirectories(folder.resolve("data").resolve("help"));
    Files.writeString(
        help.resolve("en.tsv"),
        "a\th1\th1\tHouses\na\tp1\tp\tA.\nb\th1\th1\tBooks\nb\tp1\tp\tB.\n");
    Files.writeString(
        help.resolve("de.tsv"),
        "a\th1\th1\tBauten\na\tp1\tp\tDas Haus.\nb\th1\th1\tLesen\nb\tp1\tp\tEin Buch.\n");
    assertThat(
            isogloss(
                "benchmark",
                "help",
                "--data",
                folder.resolve("data"),
                "--model",
                "tiny",
                "--pipeline",
                "psq",
                "--table",
                table,
                "--json"))
        .isZero();
    JsonNode result = new ObjectMapper().readTree(out());
    assertThat(result.at("/measures/acc1").asDouble()).isEqualTo(1);
  }

  @Test
  void benchmarkNamesTheOptionOfMissingTables() {
    assertThat(
            isogloss("benchmark", "help", "--data", folder, "--model", "tiny", "--pipeline", "psq"))
        .isEqualTo(1);
    assertThat(err())
        .endsWith("the pipeline \"psq\" needs translation tables: give them with --table\n");
    assertThat(
            isogloss(
                "benchmark",
                "help",
                "--data",
                folder,
                "--model",
                "tiny",
                "--table",
                folder.resolve("x"),
                "--pipeline",
                "dense(translated=0.3)"))
        .isEqualTo(1);
    assertThat(err()).contains("needs translations: give models with --translator");
    String[] translating = {"translate", "dense(translated=0.3)"};
    for (String pipeline : translating) {
      assertThat(
              isogloss(
                  "benchmark", "help", "--data", folder, "--model", "tiny", "--pipeline", pipeline))
          .isEqualTo(1);
      assertThat(err())
          .contains("the pipeline \"" + pipeline + "\" needs translations: give models with");
    }
  }
}
