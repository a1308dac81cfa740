// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.server.SearchServer;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches that answer a question. */
class AnswersApiTest {
  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server =
        TestServer.start(
            folder.resolve("index"), builder -> builder.answers(TestServer.answerModel(folder)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonNode search(String json) {
    HttpResponse<String> response = server.post("/api/search", json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static void assertInvalid(TestServer asked, String keys, String key, String message) {
    HttpResponse<String> response = asked.post("/api/search", "{\"query\": \"cat\", " + keys + "}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    JsonNode problem = TestServer.json(response);
    assertThat(problem.get("parameter").textValue()).isEqualTo(key);
    assertThat(problem.get("detail").textValue()).contains(message);
  }

  @Test
  void answersFromTheHits() {
    JsonNode found =
        search(
            """
            {"query": "where does the cat sleep", "languages": ["de"], "top": 1, "answers": 2}""");
    assertThat(found.get("hits")).hasSize(1);
    JsonNode answers = found.get("answers");
    assertThat(answers.findValuesAsText("id"))
        .as("more passages are read than are shown")
        .contains("de/cat", "de/dog");
    JsonNode source = answers.at("/0/sources/0");
    assertThat(source.at("/sentence/text").textValue())
        .startsWith(answers.at("/0/text").textValue());
    assertThat(source.get("start").intValue()).isZero();
    assertThat(source.get("language").textValue()).isEqualTo("de");
    assertThat(answers.at("/0/probability").doubleValue()).isBetween(0.0, 1.0);
    assertThat(found.get("nothing_surely_answers").booleanValue()).isTrue();
  }

  @Test
  void readsAsManyPassagesAsRequested() {
    JsonNode found =
        TestServer.json(server.get("/api/search?query=the+cat&answers=20&answer_passages=1"));
    assertThat(found.get("answers").findValuesAsText("id")).containsOnly("en/cat");
  }

  @Test
  void searchesWithoutAnswersHaveNone() {
    JsonNode found = search("{\"query\": \"cat\"}");
    assertThat(found.has("answers")).isFalse();
    assertThat(found.has("nothing_surely_answers")).isFalse();
  }

  @Test
  void namesTheModelInTheDescriptionOfAnIndex() {
    assertThat(TestServer.json(server.get("/api/indexes")).at("/indexes/0/answers").textValue())
        .isEqualTo("reader");
  }

  @Test
  void rejectsOtherNumbers() {
    assertInvalid(server, "\"answers\": 0", "answers", "from 1 to 20");
    assertInvalid(
        server, "\"answers\": 1, \"answer_passages\": 51", "answer_passages", "from 1 to 50");
    assertInvalid(server, "\"answer_passages\": 5", "answer_passages", "needs answers");
  }

  @Test
  void anExplanationHasNoAnswers() {
    HttpResponse<String> response =
        server.post(
            "/api/explain",
            """
            {"query": "cat", "hits": [{"id": "en/cat"}], "answers": 1}""");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(response).get("parameter").textValue()).isEqualTo("answers");
  }

  @Test
  void needsAModel(@TempDir Path folder) {
    try (TestServer without = TestServer.start(folder.resolve("index"))) {
      assertInvalid(without, "\"answers\": 1", "answers", "this server does not have");
      assertThat(TestServer.json(without.get("/api/indexes")).at("/indexes/0").has("answers"))
          .isFalse();
    }
    assertThatThrownBy(() -> SearchServer.builder().answers("tiny").port(0).start())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected one with a head for");
  }
}
