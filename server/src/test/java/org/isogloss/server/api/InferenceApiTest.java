// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferenceApiTest {
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
  void encodesAsTheModelDoes() {
    JsonNode reply =
        post(
            "/api/encode",
            """
            {"texts": ["Guten Morgen", ""], "role": "query"}""");
    float[][] expected;
    try (LoadedModel model = Models.open("tiny")) {
      expected = model.encoder().encode(List.of("Guten Morgen", ""), Role.QUERY);
    }
    assertThat(reply.get("dimension").intValue()).isEqualTo(expected[0].length);
    for (int text = 0; text < 2; text++) {
      for (int i = 0; i < expected[0].length; i++) {
        assertThat(reply.get("vectors").get(text).get(i).floatValue()).isEqualTo(expected[text][i]);
      }
    }
  }

  @Test
  void encodesToBytes() throws Exception {
    String body = "{\"texts\": [\"Guten Morgen\", \"Good night\"], \"type\": \"%s\"}";
    float[][] expected;
    try (LoadedModel model = Models.open("tiny")) {
      expected = model.encoder().encode(List.of("Guten Morgen", "Good night"), Role.PASSAGE);
    }
    int dimension = expected[0].length;

    HttpResponse<byte[]> floats = binary(body.formatted("float"));
    FloatBuffer components =
        ByteBuffer.wrap(floats.body()).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    for (float[] vector : expected) {
      float[] received = new float[dimension];
      components.get(received);
      assertThat(received).isEqualTo(vector);
    }
    assertThat(components.hasRemaining()).isFalse();
    assertThat(floats.headers().firstValue("isogloss-model")).hasValue("tiny");
    assertThat(floats.headers().firstValue("isogloss-dimension"))
        .hasValue(String.valueOf(dimension));
    assertThat(floats.headers().firstValueAsLong("isogloss-tokens")).isPresent();

    byte[] integers = binary(body.formatted("int8")).body();
    assertThat(integers).hasSize(2 * dimension);
    JsonNode listed = post("/api/encode", body.formatted("int8")).get("vectors").get(1);
    for (int i = 0; i < dimension; i++) {
      assertThat(integers[dimension + i]).isEqualTo((byte) listed.get(i).intValue());
    }
    assertThat(binary(body.formatted("ubinary")).body()).hasSize(2 * ((dimension + 7) / 8));
  }

  private static HttpResponse<byte[]> binary(String json) throws Exception {
    HttpRequest request =
        server
            .request("/api/encode")
            .header("Content-Type", "application/json")
            .header("Accept", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("content-type"))
          .hasValue("application/octet-stream");
      return response;
    }
  }

  @Test
  void identifiesLanguages() {
    JsonNode reply =
        post(
            "/api/identify",
            """
            {"texts": ["Wo ist der Bahnhof in dieser Stadt?", "Где находится вокзал в этом городе?"]}""");
    assertThat(reply.get("results").get(0).get("language").textValue()).isEqualTo("de");
    assertThat(reply.get("results").get(0).get("reliable").booleanValue()).isTrue();
    assertThat(reply.get("results").get(1).get("language").textValue()).isEqualTo("ru");
  }

  @Test
  void limitsTheNumberOfTexts() {
    String texts = "\"a\"" + ",\"a\"".repeat(2_048);
    HttpResponse<String> response = server.post("/api/encode", "{\"texts\": [" + texts + "]}");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(response).get("detail").textValue())
        .isEqualTo("texts has 2049 elements, expected 1 to 2048");
    assertThat(server.post("/api/encode", "{\"texts\": []}").statusCode()).isEqualTo(400);
  }

  @Test
  void namesTheModelsThatThereAre() {
    HttpResponse<String> response =
        server.post(
            "/api/encode",
            """
            {"texts": ["a"], "model": "large"}""");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(TestServer.json(response).get("detail").textValue())
        .isEqualTo("model is \"large\", expected tiny");
  }

  @Test
  void ranksPassages() {
    JsonNode reply =
        post(
            "/api/rerank",
            """
            {"query": "Where does the cat sleep?", "top": 2,
             "passages": ["Der Hund schwimmt.", {"text": "Die Katze schläft auf dem Dach.",
             "language": "de"}, "Sales rose in spring."]}""");
    assertThat(reply.get("reranker").textValue()).isEqualTo("reranker");
    assertThat(reply.get("results")).hasSize(2);
    JsonNode best = reply.get("results").get(0);
    assertThat(best.get("index").intValue()).isEqualTo(1);
    assertThat(best.get("score").doubleValue())
        .isGreaterThan(reply.get("results").get(1).get("score").doubleValue());
    assertThat(best.get("probability").doubleValue()).isBetween(0.5, 1.0);
  }

  private static JsonNode post(String path, String json) {
    HttpResponse<String> response = server.post(path, json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }
}
