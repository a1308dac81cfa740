// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.server.ServerBuilder;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchApiTest {
  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void findsThePassagesThatAreNearestToAVector() {
    JsonNode vector =
        TestServer.json(
                server.send(
                    "POST",
                    "/api/encode",
                    "application/json",
                    "{\"texts\": [\"The dog swims across the river.\"], \"role\": \"query\"}"))
            .get("vectors")
            .get(0);
    String request = "{\"vector\": " + vector + ", \"top\": 2, \"filter\": \"age > 10\"}";
    JsonNode hits =
        TestServer.json(server.send("POST", "/api/nearest", "application/json", request))
            .get("hits");
    assertThat(hits.findValuesAsText("id")).hasSize(2).first().isEqualTo("en/dog");
    assertThat(hits.get(0).get("score").doubleValue())
        .isGreaterThan(hits.get(1).get("score").doubleValue());
    for (String invalid : List.of("[1, 2]", "[1e39]", "[\"a\"]", "[0, 0]", "7", "[]")) {
      assertThat(
              server
                  .send("POST", "/api/nearest", "application/json", "{\"vector\": " + invalid + "}")
                  .statusCode())
          .as(invalid)
          .isEqualTo(400);
    }
  }

  @Test
  void answersSeveralSearchesInOneRequest() {
    JsonNode results =
        TestServer.json(
                server.send(
                    "POST",
                    "/api/searches",
                    "application/json",
                    """
                    {"searches": [{"query": "where does the cat sleep", "top": 2}, {"query": "Hund", "pipeline": "bm25"},
                     {"query": "nothing of the kind", "pipeline": "bm25"}]}"""))
            .get("results");
    assertThat(results).hasSize(3);
    JsonNode alone =
        TestServer.json(
            server.send(
                "POST",
                "/api/search",
                "application/json",
                "{\"query\": \"where does the cat sleep\", \"top\": 2}"));
    assertThat(results.get(0).get("hits")).isEqualTo(alone.get("hits"));
    assertThat(results.get(1).get("hits").get(0).get("id").textValue()).isEqualTo("de/dog");
    assertThat(results.get(2).get("hits")).isEmpty();
    for (String invalid :
        List.of(
            "{\"searches\": []}",
            "{\"searches\": [7]}",
            "{\"searches\": [{\"query\": \"a\", \"top\": 1000}"
                + ", {\"query\": \"a\", \"top\": 1000}".repeat(10)
                + "]}")) {
      assertThat(server.send("POST", "/api/searches", "application/json", invalid).statusCode())
          .as(invalid)
          .isEqualTo(400);
    }
    assertThat(
            server
                .send(
                    "POST",
                    "/api/searches",
                    "application/json",
                    "{\"searches\": [{\"query\": \"a\"}, {\"query\": \"a\", \"topp\": 1}]}")
                .body())
        .contains("\"parameter\":\"searches[1].topp\"");
  }

  @Test
  void explainsThatNothingWasFound() {
    JsonNode found =
        search(
            """
            {"query": "cat", "languages": ["ja"], "filter": "age > 100"}""");
    assertThat(found.get("hits")).isEmpty();
    JsonNode why = found.get("nothing_found");
    assertThat(why.get("languages").has("de")).isTrue();
    assertThat(why.get("fields").get("age")).isNotEmpty();
    assertThat(why.get("sentences").get(0).textValue())
        .startsWith("Languages of the index, with their passages: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\\u200b"})
  void anEmptyQueryIsInvalid(String query) {
    HttpResponse<String> reply =
        server.send("POST", "/api/search", "application/json", "{\"query\": \"" + query + "\"}");
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body())
        .contains("the query is empty: expected words to search for", "\"parameter\":\"query\"");
  }

  @Test
  void findsDocumentsInOtherLanguages() {
    JsonNode found =
        search(
            """
            {"query": "the cat sleeps on the roof", "top": 3}""");
    assertThat(found.get("hits").findValuesAsText("id"))
        .containsExactlyInAnyOrder("en/cat", "de/cat", "fr/cat");
    JsonNode first = found.get("hits").get(0);
    assertThat(first.get("rank").intValue()).isEqualTo(1);
    assertThat(first.get("id").textValue()).isEqualTo("en/cat");
    assertThat(first.get("title").textValue()).isEqualTo("Cats");
    assertThat(first.get("metadata").get("age").intValue()).isEqualTo(9);
    assertThat(found.get("index").textValue()).isEqualTo("animals");
    assertThat(found.get("elapsed_ms").doubleValue()).isPositive();
  }

  @Test
  void readsTheSameSearchFromAQueryString() {
    JsonNode posted =
        search(
            """
            {"query": "chat", "languages": ["fr", "de"], "filter": "age < 10", "top": 2,
             "facets": ["language"], "preference": 0.7, "group_versions": false}""");
    JsonNode got =
        TestServer.json(
            server.get(
                "/api/search?query=chat&languages=fr,de&filter="
                    + URLEncoder.encode("age < 10", StandardCharsets.UTF_8)
                    + "&top=2&facets=language&preference=0.7&group_versions=false"));
    assertThat(got.get("hits")).isEqualTo(posted.get("hits"));
    assertThat(got.get("facets")).isEqualTo(posted.get("facets"));
    assertThat(got.get("pipeline")).isEqualTo(posted.get("pipeline"));
    assertThat(got.get("hits").findValuesAsText("id"))
        .containsExactlyInAnyOrder("fr/cat", "de/cat");
  }

  @Test
  void preferredLanguagesComeFirst() {
    JsonNode plain =
        search(
            """
            {"query": "cat", "pipeline": "dense", "preference": 0}""");
    assertThat(plain.get("hits").findValues("preferred")).isEmpty();
    JsonNode found =
        search(
            """
            {"query": "cat", "pipeline": "dense >> versions(gate=0.3)", "prefer": ["de"],
             "preference": 1}""");
    JsonNode first = found.get("hits").get(0);
    assertThat(first.get("id").textValue()).isEqualTo("de/cat");
    assertThat(first.get("preferred").booleanValue()).isTrue();
    assertInvalid(
        """
        {"query": "x", "preference": 1.5}""",
        "preference",
        "from 0 to 1");
  }

  @Test
  void groupsVersionsAndShowsThePreferredOne() {
    JsonNode found =
        search(
            """
            {"query": "cat", "group_versions": true, "prefer": ["de"], "top": 1,
             "pipeline": "dense >> versions(gate=0.3)"}""");
    JsonNode hit = found.get("hits").get(0);
    assertThat(hit.get("id").textValue()).isEqualTo("de/cat");
    assertThat(hit.get("versions").findValuesAsText("id")).contains("en/cat", "fr/cat");
  }

  @Test
  void explainsHitsWithPositions() {
    JsonNode found =
        search(
            """
            {"query": "warm roof", "languages": ["en"], "explain": true}""");
    JsonNode hit = found.get("hits").get(0);
    List<String> stages = hit.get("explanation").get("stages").findValuesAsText("stage");
    assertThat(stages).containsExactly("bm25", "dense", "fair");
    JsonNode match = hit.get("explanation").get("word_matches").get(0);
    String field = hit.get(match.get("field").textValue()).textValue();
    assertThat(field.substring(match.get("start").intValue(), match.get("end").intValue()))
        .isEqualTo(match.get("passage_word").textValue());
  }

  @Test
  void explainsAnyPassage() {
    HttpResponse<String> response =
        server.post(
            "/api/explain",
            """
            {"query": "warm roof", "hits": [{"id": "en/dog"}, {"id": "en/cat", "passage": 0}]}""");
    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode explained = TestServer.json(response).get("explanations");
    assertThat(explained.findValuesAsText("id")).containsExactly("en/dog", "en/cat");
    assertThat(explained.get(1).get("explanation").get("term_matches")).isNotEmpty();

    HttpResponse<String> missing =
        server.post(
            "/api/explain",
            """
            {"query": "x", "hits": [{"id": "nobody"}]}""");
    assertThat(missing.statusCode()).isEqualTo(404);
  }

  @Test
  void describesTheIndexes() {
    JsonNode index = TestServer.json(server.get("/api/indexes")).get("indexes").get(0);
    assertThat(index.get("name").textValue()).isEqualTo("animals");
    assertThat(index.get("documents").longValue()).isEqualTo(6);
    assertThat(index.get("languages").get("en").longValue()).isEqualTo(2);
    assertThat(index.get("fields").get("age").textValue()).isEqualTo("number");
    assertThat(index.get("model").textValue()).isEqualTo("tiny");
  }

  @Test
  void rejectsWhatItDoesNotUnderstand() {
    assertInvalid("{}", "query", "query is missing: add this key; /api/documents lists");
    assertInvalidKey("\"query\": 7", "query", "a string");
    assertInvalidKey("\"top\": 0", "top", "from 1 to 1000");
    assertInvalidKey("\"top\": 1.5", "top", "an integer");
    assertInvalidKey("\"top\": 1000, \"page\": 11", "page", "from 1 to 10");
    assertInvalidKey("\"langages\": []", "langages", "did you mean languages?");
    assertInvalidKey("\"languages\": [\"xx\"]", "languages", "unknown language");
    assertInvalidKey("\"filter\": \"age <\"", "filter", "filter");
    assertInvalidKey("\"pipeline\": \"bm26\"", "pipeline", "bm26");
    assertInvalidKey("\"fairness\": 1", "fairness", "fairness");
    assertInvalidKey("\"unit\": \"word\"", "unit", "document, passage");
    HttpResponse<String> unknown =
        server.post(
            "/api/search",
            """
            {"query": "x", "filter": "size = 3"}""");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(unknown).get("detail").textValue()).contains("size");
  }

  @Test
  void rejectsNumbersOfAQueryStringThatAreOutOfRange() {
    for (String parameter : List.of("preference=1e64", "top=1e100", "page=-1", "preference=NaN")) {
      HttpResponse<String> response = server.get("/api/search?query=x&" + parameter);
      assertThat(response.statusCode()).as(parameter).isEqualTo(400);
      assertThat(TestServer.json(response).get("parameter").textValue())
          .isEqualTo(parameter.substring(0, parameter.indexOf('=')));
    }
  }

  @Test
  void doesNotOpenModelsOfTheServerForClients() {
    assertInvalidKey("\"pipeline\": \"bm25 >> rerank(/etc)\"", "pipeline", "re-ranker /etc");
  }

  @Test
  void doesNotNamePathsInErrors() {
    HttpResponse<String> response =
        server.post(
            "/api/search",
            """
            {"query": "x", "pipeline": "psq"}""");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(response).get("detail").textValue())
        .contains("index animals")
        .doesNotContain("/tmp");
  }

  @Test
  void writesARomanizedQueryInItsScriptUnlessToldNotTo(@TempDir Path folder) {
    String query =
        """
        {"query": "kak kupit bilety na poezd"}""";
    JsonNode found = search(query);
    assertThat(found.get("query").textValue()).isEqualTo("как купить билеты на поезд");
    assertThat(found.get("language").textValue()).isEqualTo("ru");
    try (TestServer other =
        TestServer.start(folder.resolve("index"), ServerBuilder::withoutDeromanization)) {
      assertThat(search(other, query).get("query").textValue())
          .isEqualTo("kak kupit bilety na poezd");
    }
  }

  private static JsonNode search(String json) {
    return search(server, json);
  }

  private static JsonNode search(TestServer server, String json) {
    HttpResponse<String> response = server.post("/api/search", json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static void assertInvalidKey(String keys, String parameter, String message) {
    String query = keys.startsWith("\"query\"") ? "" : "\"query\": \"x\", ";
    assertInvalid("{" + query + keys + "}", parameter, message);
  }

  private static void assertInvalid(String json, String parameter, String message) {
    HttpResponse<String> response = server.post("/api/search", json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    JsonNode problem = TestServer.json(response);
    assertThat(problem.get("parameter").textValue()).isEqualTo(parameter);
    assertThat(problem.get("detail").textValue()).contains(message);
  }
}
