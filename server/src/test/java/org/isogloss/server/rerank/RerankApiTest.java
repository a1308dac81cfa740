// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RerankApiTest {
  private static final String QUERY = "\"query\": \"Where does the cat sleep?\", ";
  private static final String TEXTS =
      "[\"Der Hund schwimmt.\", \"Die Katze schläft auf dem Dach.\", \"Umsätze stiegen.\"]";

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
  void answersCohereAndJina() {
    for (String path : List.of("/v1/rerank", "/v2/rerank", "/rerank")) {
      JsonNode reply =
          post(
              path,
              "\"model\": \"reranker\", \"top_n\": 2, \"return_documents\": true, \"documents\": "
                  + TEXTS);
      assertThat(reply.get("results").findValuesAsText("index")).hasSize(2).startsWith("1");
      JsonNode document = reply.get("results").get(0).get("document");
      assertThat((path.equals("/rerank") ? document : document.get("text")).textValue())
          .startsWith("Die Katze");
      assertThat(reply.get("results").get(0).get("relevance_score").doubleValue())
          .isBetween(0.5, 1.0);
      assertThat(reply.get("usage").get("total_tokens").intValue()).isGreaterThan(20);
      assertThat(reply.get("meta").get("billed_units").get("search_units").intValue()).isEqualTo(1);
      assertThat(reply.get("id").textValue()).isNotBlank();
    }
  }

  @Test
  void answersTheFirstVersionOfCohereWithObjects() {
    JsonNode reply =
        post(
            "/v1/rerank",
            """
            "documents": [{"text": "Der Hund schwimmt."}, {"title": "Katzen", "text": "schlafen"}],
            "rank_fields": ["title", "text"]""");
    assertThat(reply.get("results").get(0).get("index").intValue()).isEqualTo(1);
    assertThat(reply.get("results").get(0).has("document")).isFalse();
    assertError("\"documents\": [\"a\"], \"rank_fields\": [\"author\"]", 400, "rank_fields");
    assertError("\"documents\": [{\"text\": \"a\", \"title\": 3}]", 400, "title is the number 3");
  }

  @Test
  void answersVoyage() {
    JsonNode reply =
        post(
            "/v1/rerank",
            "\"model\": \"reranker\", \"top_k\": 1, \"return_documents\": true, \"truncation\":"
                + " true, \"documents\": "
                + TEXTS);
    assertThat(reply.get("data")).hasSize(1);
    assertThat(reply.get("data").get(0).get("index").intValue()).isEqualTo(1);
    assertThat(reply.get("data").get(0).get("document").textValue()).startsWith("Die Katze");
    assertThat(post("/v1/rerank", "\"documents\": " + TEXTS).get("data"))
        .as("Voyage's JavaScript client sends no topK")
        .hasSize(3);
    assertThat(reply.get("usage").get("total_tokens").intValue()).isGreaterThan(20);
    assertThat(
            post("/v1/rerank", "\"top_n\": 2, \"top_k\": 1, \"documents\": " + TEXTS).get("data"))
        .hasSize(2);
    assertError("\"top_n\": 1, \"top_k\": 0, \"documents\": " + TEXTS, 400, "top_k is 0");
  }

  @Test
  void readsLongTextsToTheirEnd() {
    String longText = "Wort ".repeat(2_000);
    JsonNode reply =
        post(
            "/rerank", "\"texts\": [\"" + longText + "\", \"" + longText + "Die Katze schläft.\"]");
    assertThat(reply.findValuesAsText("index")).containsExactly("1", "0");
    assertThat(
            post("/v1/rerank", "\"truncation\": false, \"documents\": [\"" + longText + "\"]")
                .get("data"))
        .hasSize(1);
  }

  @Test
  void answersTextEmbeddingsInference() {
    JsonNode scored = post("/rerank", "\"return_text\": true, \"texts\": " + TEXTS);
    assertThat(scored.findValuesAsText("index")).hasSize(3).startsWith("1");
    assertThat(scored.get(0).get("text").textValue()).startsWith("Die Katze");
    assertThat(scored.get(0).get("score").doubleValue()).isBetween(0.5, 1.0);
    JsonNode raw = post("/rerank", "\"raw_scores\": true, \"texts\": " + TEXTS);
    assertThat(raw.findValuesAsText("index")).isEqualTo(scored.findValuesAsText("index"));
    assertThat(raw.get(0).get("score")).isNotEqualTo(scored.get(0).get("score"));
  }

  @Test
  void answersInfinityWithDocumentsAsStrings() {
    JsonNode raw =
        post(
            "/rerank",
            "\"raw_scores\": true, \"top_n\": 1, \"return_documents\": true, \"documents\": "
                + TEXTS);
    JsonNode result = raw.get("results").get(0);
    assertThat(raw.get("results")).hasSize(1);
    assertThat(result.get("document").textValue()).startsWith("Die Katze");
    JsonNode probable =
        post("/rerank", "\"raw_scores\": false, \"documents\": " + TEXTS).get("results").get(0);
    assertThat(result.get("relevance_score")).isNotEqualTo(probable.get("relevance_score"));
    assertThat(probable.get("relevance_score").doubleValue()).isBetween(0.5, 1.0);
  }

  @Test
  void limitsTheResultsOfTexts() {
    assertThat(post("/rerank", "\"top_n\": 2, \"texts\": " + TEXTS)).hasSize(2);
  }

  /** Cohere's clients of LangChain send max_tokens_per_doc, some clients integers such as 2.0. */
  @Test
  void ignoresKeysOfClientsThatChangeNothing() {
    JsonNode reply =
        post(
            "/v2/rerank",
            "\"top_n\": 2.0, \"max_tokens_per_doc\": 4096, \"max_chunks_per_doc\": 10,"
                + " \"priority\": 0, \"documents\": "
                + TEXTS);
    assertThat(reply.get("results")).hasSize(2);
    assertError("\"documents\": [\"a\"], \"top_n\": 2.5", 400, "top_n is the number 2.5");
  }

  @Test
  void rejectsUnknownKeysIfTheServerDoes(@TempDir Path folder) {
    try (TestServer strict =
        TestServer.start(folder.resolve("index"), builder -> builder.rejectUnknownKeys(true))) {
      HttpResponse<String> response =
          strict.post("/v1/rerank", "{" + QUERY + "\"documents\": [\"a\"], \"topn\": 3}");
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("did you mean top_n?");
    }
  }

  @Test
  void reportsErrorsInTheKeysOfAllClients() {
    HttpResponse<String> response = server.post("/v2/rerank", "{" + QUERY + "\"documents\": []}");
    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode error = TestServer.json(response);
    assertThat(List.of("message", "detail", "error"))
        .allMatch(key -> error.get(key).textValue().contains("documents has 0 elements"));
    assertError("\"documents\": [\"a\"], \"model\": \"large\"", 404, "expected reranker");
  }

  private static JsonNode post(String path, String keys) {
    HttpResponse<String> response = server.post(path, "{" + QUERY + keys + "}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static void assertError(String keys, int status, String message) {
    HttpResponse<String> response = server.post("/v1/rerank", "{" + QUERY + keys + "}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(TestServer.json(response).get("message").textValue()).contains(message);
  }
}
