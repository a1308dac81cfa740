package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From a bitext to hits in another language. */
class TableSearchTest extends CommandTest {
  private Path index;

  @BeforeEach
  void alignAndIndex() throws IOException {
    Path bitext = folder.resolve("en-de.tsv");
    Files.writeString(bitext, "The house.\tDas Haus.\nThe book.\tDas Buch.\nA book!\tEin Buch!\n");
    Path table = folder.resolve("en-de.table");
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
    assertThat(err()).contains("The index has the table en-de of ");
  }

  @Test
  void hitsAreExplained() {
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
  void explanationsAreInJsonToo() throws IOException {
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
    JsonNode words = new ObjectMapper().readTree(out()).at("/hits/0/words");
    assertThat(words).hasSize(1);
    assertThat(words.get(0).get("retriever").asText()).isEqualTo("psq");
    assertThat(words.get(0).get("asked").asText()).isEqualTo("books");
    assertThat(words.get(0).get("found").asText()).isEqualTo("Bücher");
    assertThat(words.get(0).get("probability").asDouble()).isEqualTo(1);
    assertThat(words.get(0).get("frequency").asInt()).isEqualTo(3);
  }

  @Test
  void aRunIsNotExplained() {
    assertThat(isogloss("search", "--index", index, "--explain", "--queries", "q", "--run", "r"))
        .isEqualTo(1);
    assertThat(err()).contains("--explain and --run do not go together");
  }
}
