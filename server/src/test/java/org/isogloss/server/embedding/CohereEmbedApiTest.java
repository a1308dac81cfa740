// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CohereEmbedApiTest {
  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonNode embed(String path, String keys) {
    HttpResponse<String> response =
        server.post(path, "{\"model\": \"tiny\", \"texts\": [\"cat\", \"dog\"]" + keys + "}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  @Test
  void repliesWithListsByType() {
    JsonNode reply =
        embed(
            "/v2/embed",
            """
            , "input_type": "search_query", "embedding_types": ["float", "ubinary", "base64"]""");
    assertThat(reply.get("response_type").textValue()).isEqualTo("embeddings_by_type");
    JsonNode embeddings = reply.get("embeddings");
    assertThat(embeddings.get("float")).hasSize(2).allMatch(vector -> vector.size() == 256);
    assertThat(embeddings.get("ubinary")).hasSize(2).allMatch(vector -> vector.size() == 32);
    assertThat(embeddings.get("base64").get(0).textValue()).isNotEmpty();
    assertThat(reply.get("texts").get(1).textValue()).isEqualTo("dog");
    assertThat(reply.get("meta").get("billed_units").get("input_tokens").intValue()).isPositive();
    JsonNode openAi =
        TestServer.json(
            server.post("/v1/embeddings", "{\"model\": \"tiny:query\", \"input\": \"cat\"}"));
    assertThat(embeddings.get("float").get(0))
        .isEqualTo(openAi.get("data").get(0).get("embedding"));
    assertThat(embed("/v2/embed", "").get("embeddings").get("float")).hasSize(2);
  }

  @Test
  void theFirstVersionRepliesWithAListOfVectors() {
    JsonNode reply = embed("/v1/embed", ", \"input_type\": \"search_document\", \"priority\": 1");
    assertThat(reply.get("response_type").textValue()).isEqualTo("embeddings_floats");
    assertThat(reply.get("embeddings")).hasSize(2).allMatch(vector -> vector.size() == 256);
    assertThat(
            embed("/v1/embed", ", \"embedding_types\": [\"int8\"]").get("embeddings").get("int8"))
        .hasSize(2);
  }

  @Test
  void namesWhatIsWrong() {
    assertError("{\"texts\": []}", "texts has 0 elements, expected 1 to ");
    assertError("{\"model\": \"tiny\"}", "texts is missing");
    assertError(
        "{\"texts\": [\"a\"], \"embedding_types\": [\"int4\"]}", "embedding_types names int4");
    assertError("{\"texts\": [\"a\"], \"output_dimension\": 64}", "cannot be shortened");
    assertError(
        "{\"texts\": [\"a\"], \"truncate\": \"MIDDLE\"}", "expected one of END, NONE, START");
    assertError("{\"texts\": [\"a\"], \"input_type\": \"image\"}", "input_type is \"image\"");
  }

  private static void assertError(String request, String message) {
    HttpResponse<String> response = server.post("/v2/embed", request);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(TestServer.json(response).get("message").textValue()).contains(message);
  }
}
