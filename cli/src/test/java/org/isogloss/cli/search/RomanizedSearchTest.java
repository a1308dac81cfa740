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

/** {@code isogloss search} with a query in Latin letters whose language has another script. */
class RomanizedSearchTest extends CommandTest {
  private static final String QUERY = "kak kupit bilety na poezd";
  private Path index;

  @BeforeEach
  void build() throws IOException {
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "ru1", "language": "ru", "text": "Где купить билеты на поезд в Москву"}
        {"id": "en1", "language": "en", "text": "Where to buy train tickets"}
        """);
    index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none")).isZero();
  }

  @Test
  void saysWhatItSearchesFor() {
    assertThat(isogloss("search", QUERY, "--index", index)).isZero();
    assertThat(out()).contains("ru1");
    assertThat(err()).contains("Searched for \"как купить билеты на поезд\" (Russian)");
  }

  @Test
  void searchesForTheLettersOnRequest() {
    assertThat(isogloss("search", QUERY, "--index", index, "--no-deromanize")).isZero();
    assertThat(out()).doesNotContain("ru1");
    assertThat(err()).contains("Nothing found").doesNotContain("Searched for");
  }

  @Test
  void takesTheLanguageThatIsGiven() throws IOException {
    assertThat(
            isogloss("search", "poezd", "--index", index, "--query-language", "ru-Latn", "--json"))
        .isZero();
    JsonNode json = new ObjectMapper().readTree(out());
    assertThat(json.get("query").textValue()).isEqualTo("поезд");
    assertThat(json.get("language").textValue()).isEqualTo("ru");
    assertThat(json.at("/hits/0/id").textValue()).isEqualTo("ru1");
  }

  @Test
  void readsTheQueriesOfARun() throws IOException {
    Path queries = Files.writeString(folder.resolve("topics.tsv"), "q1\t" + QUERY + "\n");
    Path run = folder.resolve("my.run");
    assertThat(isogloss("run", "--queries", queries, "--index", index, "--to", run)).isZero();
    assertThat(run).content().contains("q1 Q0 ru1 1");
  }
}
