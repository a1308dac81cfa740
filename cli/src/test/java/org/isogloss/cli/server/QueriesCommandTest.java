// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class QueriesCommandTest extends CommandTest {
  private static final String LINE =
      "{\"time\": \"2026-11-%02dT08:00:00.000Z\", \"index\": \"docs\", \"language\": \"%s\","
          + " \"page\": %d, \"hits\": %d, \"probability\": %s, \"ms\": %s, \"query\": \"%s\"}";

  private Path log() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(LINE.formatted(1, "de", 1, 10, "0.9", "10", "Suppe"));
    lines.add(LINE.formatted(3, "de", 1, 10, "0.2", "20", " suppe "));
    lines.add(LINE.formatted(2, "fr", 1, 0, "0", "100", "soupe"));
    lines.add(LINE.formatted(4, "fr", 2, 10, "0.1", "1000", "soupe"));
    lines.add(
        "{\"time\": \"2026-11-05T08:00:00.000Z\", \"language\": \"und\", \"hits\": 3, \"ms\": 5,"
            + " \"filter\": \"year = 2024\"}");
    return Files.write(folder.resolve("queries.jsonl"), lines);
  }

  @Test
  void showsWhatPeopleAskAndDoNotFind() throws IOException {
    assertThat(isogloss("queries", log())).isZero();
    assertThat(out())
        .contains("4, 2026-11-01T08:00:00.000Z to 2026-11-05T08:00:00.000Z")
        .containsPattern("no hit +1 \\(25.0 %\\)")
        .containsPattern("no sure hit +1 \\(25.0 %\\)")
        .containsPattern("German \\(de\\) +2 +0 +1\n")
        .containsPattern("French \\(fr\\) +1 +1 +0\n")
        .containsPattern("year = 2024 +1 +0 +0\n")
        .containsPattern("(?s)query without a sure hit.*suppe +2 +0 +1");
  }

  @Test
  void printsJson() throws IOException {
    assertThat(isogloss("queries", log(), "--json", "--top", "1")).isZero();
    JsonNode json = new ObjectMapper().readTree(out());
    assertThat(json.path("searches").asInt()).isEqualTo(4);
    assertThat(json.path("languages").size()).isEqualTo(3);
    assertThat(json.path("queries").size()).isEqualTo(1);
    assertThat(json.at("/queries/0/query").asText()).isEqualTo("suppe");
    assertThat(json.path("ms_p50").asDouble()).isBetween(10.0, 10.5);
    assertThat(json.path("ms_p99").asDouble()).isBetween(100.0, 105.0);
  }

  @Test
  void namesLinesOfOtherFiles() throws IOException {
    Path log = log();
    Files.writeString(
        log,
        Files.readString(log)
            + "{\"a\": 1}\nno JSON\n"
            + LINE.formatted(6, "de", 1, 1, "1", "1", ""));
    assertThat(isogloss("queries", log)).isEqualTo(1);
    assertThat(err()).contains("queries.jsonl:6: is not a line of a query log");
    assertThat(isogloss("queries", log, "--on-error", "skip")).isZero();
    assertThat(out()).containsPattern("searches +5,");
    assertThat(err()).contains("2");
  }

  @Test
  void saysThatALogIsEmpty() throws IOException {
    assertThat(isogloss("queries", Files.createFile(folder.resolve("empty")))).isZero();
    assertThat(out()).contains("No searches.");
  }
}
