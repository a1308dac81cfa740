// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesApiTest {
  private static final String RULES = "/api/indexes/animals/rules";

  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private JsonNode hits(String query) {
    return TestServer.json(server.get("/api/search?pipeline=bm25&query=" + query)).get("hits");
  }

  private List<String> find(String query) {
    return hits(query).findValuesAsText("id");
  }

  private static void assertStatus(HttpResponse<String> response, int status, String... parts) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(response.body()).contains(part));
  }

  @Test
  void theNextSearchUsesNewRules() {
    assertThat(find("feline")).isEmpty();
    assertThat(find("cat")).containsExactly("en/cat");
    String rules =
        "{\"synonyms\":\"[en]\\nfeline => cat\\n\",\"stop_words\":\"river\",\"pins\":\"cat\\tde/cat\"}";
    assertStatus(
        server.put(RULES, rules),
        200,
        "\"result\":\"stored\"",
        "\"synonyms\":1,\"stop_words\":1,\"pins\":1");
    assertThat(find("feline")).containsExactly("en/cat");
    assertThat(find("river+cat")).containsExactly("en/cat");
    JsonNode pinned = hits("cat");
    assertThat(pinned.findValuesAsText("id")).containsExactly("de/cat", "en/cat");
    assertThat(pinned.get(0).get("pinned").booleanValue()).isTrue();
    assertThat(pinned.get(1).has("pinned")).isFalse();
    assertThat(server.get(RULES).body()).isEqualToIgnoringNewLines(rules);
    server.close();
    start();
    assertThat(find("feline")).containsExactly("en/cat");
  }

  @Test
  void replacesAllRules() {
    assertStatus(server.put(RULES, "{\"synonyms\": \"feline, cat\"}"), 200);
    assertStatus(server.put(RULES, "{\"stop_words\": \"cat\", \"pins\": null}"), 200);
    assertThat(find("feline")).isEmpty();
    assertThat(server.get(RULES).body())
        .isEqualToIgnoringNewLines("{\"synonyms\":\"\",\"stop_words\":\"cat\",\"pins\":\"\"}");
    assertStatus(server.put(RULES, "{}"), 200);
    assertThat(find("cat+dog")).containsExactlyInAnyOrder("en/cat", "en/dog");
  }

  @Test
  void keepsTheRulesIfOneIsWrong() {
    assertStatus(server.put(RULES, "{\"synonyms\": \"feline, cat\"}"), 200);
    assertStatus(
        server.put(RULES, "{\"synonyms\": \"a, b\\nalone\"}"),
        400,
        "synonyms, line 2: ",
        "\"parameter\":\"synonyms\"");
    assertStatus(server.put(RULES, "{\"stop_words\": \"the of\"}"), 400, "stop words, line 1: ");
    assertStatus(server.put(RULES, "{\"pins\": \"cat\"}"), 400, "pins, line 1: ");
    assertStatus(server.put(RULES, "{\"pins\": 7}"), 400, "pins");
    assertStatus(server.put(RULES, "{\"pin\": \"\"}"), 400, "did you mean pins?");
    assertStatus(server.put("/api/indexes/none/rules", "{}"), 404);
    assertThat(find("feline")).containsExactly("en/cat");
  }
}
