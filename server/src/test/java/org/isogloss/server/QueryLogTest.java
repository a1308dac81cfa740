// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryLogTest {
  @TempDir private Path folder;

  private List<JsonNode> logged(boolean texts) throws IOException {
    Path log = folder.resolve("queries.jsonl");
    try (TestServer server =
        TestServer.start(folder.resolve("index"), builder -> builder.queryLog(log, texts))) {
      server.get("/api/search?query=where+does+the+cat+sleep&languages=de,fr&filter=age%3E8");
      server.get("/api/search?query=zzz&filter=age%3E100");
      server.get("/api/search?query=cat&top=0");
      server.post(
          "/mcp",
          """
          {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
           "params": {"name": "search", "arguments": {"query": "Hund", "query_language": "de"}}}""");
    }
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  @Test
  void hasALineForEachSearchWithoutItsText() throws IOException {
    List<JsonNode> lines = logged(/* texts= */ false);
    assertThat(lines).hasSize(3);
    JsonNode first = lines.getFirst();
    assertThat(first.path("index").asText()).isEqualTo("animals");
    assertThat(first.path("language").asText()).isEqualTo("en");
    assertThat(first.path("language_probability").asDouble()).isBetween(0.5, 1.0);
    assertThat(first.path("languages").toString()).contains("de").contains("fr");
    assertThat(first.path("filter").asText()).contains("age");
    assertThat(first.path("hits").asInt()).isEqualTo(3);
    assertThat(first.path("ms").asDouble()).isPositive();
    assertThat(lines.get(1).path("hits").asInt()).isZero();
    assertThat(lines.get(2).path("language").asText()).isEqualTo("de");
    assertThat(lines.get(2).has("language_probability")).isFalse();
    assertThat(lines.toString()).doesNotContain("sleep").doesNotContain("Hund");
  }

  @Test
  void searchesOfARequestShareItsTime() throws IOException {
    Path log = folder.resolve("batch.jsonl");
    JsonNode reply;
    try (TestServer server =
        TestServer.start(folder.resolve("index"), builder -> builder.queryLog(log, false))) {
      String search = "{\"query\": \"cat\"}";
      String searches = String.join(",", Collections.nCopies(4, search));
      reply = TestServer.json(server.post("/api/searches", "{\"searches\": [" + searches + "]}"));
    }
    // Several threads answer a part of the searches each.
    double together =
        reply.findValues("elapsed_ms").stream().mapToDouble(JsonNode::doubleValue).distinct().sum();
    double logged = 0;
    for (String line : Files.readAllLines(log)) {
      logged += new ObjectMapper().readTree(line).get("ms").doubleValue();
    }
    assertThat(logged).isCloseTo(together, within(0.1));
  }

  @Test
  void hasTextsIfAsked() throws IOException {
    assertThat(logged(/* texts= */ true))
        .extracting(line -> line.path("query").asText())
        .containsExactly("where does the cat sleep", "zzz", "Hund");
  }
}
