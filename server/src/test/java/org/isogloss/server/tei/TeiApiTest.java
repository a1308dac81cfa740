// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.tei;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.server.SearchServer;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeiApiTest {
  private static TestServer server;
  private static LoadedModel tiny;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
    tiny = Models.open("tiny");
  }

  @AfterAll
  static void stop() {
    server.close();
    tiny.close();
  }

  @Test
  void embedsOneTextOrSeveral() {
    float[][] expected = tiny.encoder().encode(List.of("cat", "dog"), Role.PASSAGE);
    JsonNode both = post("/embed", "{\"inputs\": [\"cat\", \"dog\"], \"normalize\": true}");
    assertThat(both).hasSize(2);
    assertThat(both.get(1).get(7).floatValue()).isEqualTo(expected[1][7]);
    assertThat(post("/embed", "{\"inputs\": \"cat\", \"prompt_name\": \"passage\"}").get(0))
        .isEqualTo(both.get(0));
    assertError("/embed", "{\"inputs\": \"cat\", \"normalize\": false}", 422, "Tokenizer");
    assertError("/embed", "{\"inputs\": 3}", 422, "Tokenizer");
    assertError("/embed", "{\"inputs\": [[15339, 1917]]}", 422, "Tokenizer");
  }

  @Test
  void hasNoSparseVectors() {
    assertError("/embed_sparse", "{\"inputs\": \"cat\"}", 424, "Backend");
    assertError("/embed_sparse", "{}", 422, "Tokenizer");
    assertError("/embed_sparse", "{\"inputs\": [\" \"]}", 400, "Empty");
  }

  @Test
  void returnsWeightsOfTerms(@TempDir Path folder) {
    String model = new SampleModel("random-sparse/bge-m3").copyInto(folder).toString();
    try (TestServer other = TestServer.of(SearchServer.builder().model(model).port(0).start());
        SparseEncoder encoder = Models.openSparse(model, InferenceOptions.defaults())) {
      String text = "Welche Mannschaft gewann das Spiel 2015?";
      SparseVector expected = encoder.encode(List.of(text), Role.QUERY).getFirst();
      JsonNode found =
          TestServer.json(
                  other.post(
                      "/embed_sparse",
                      "{\"inputs\": [\"" + text + "\"], \"prompt_name\": \"query\"}"))
              .get(0);
      assertThat(found).hasSize(expected.size()).isNotEmpty();
      assertThat(found.get(0).get("index").asInt()).isEqualTo(expected.terms()[0]);
      assertThat(found.get(0).get("value").floatValue()).isEqualTo(expected.weights()[0]);
    }
  }

  @Test
  void servesAModelOfWeightsOfTermsOnly(@TempDir Path folder) {
    String model = new SampleModel("random-sparse/splade-bert").copyInto(folder).toString();
    try (TestServer other = TestServer.of(SearchServer.builder().model(model).port(0).start());
        SparseEncoder encoder = Models.openSparse(model, InferenceOptions.defaults())) {
      SparseVector expected = encoder.encode(List.of("cat"), Role.PASSAGE).getFirst();
      JsonNode found = TestServer.json(other.post("/embed_sparse", "{\"inputs\": \"cat\"}")).get(0);
      assertThat(found).hasSize(expected.size()).isNotEmpty();
      assertThat(found.get(0).get("index").asInt()).isEqualTo(expected.terms()[0]);
      assertThat(TestServer.json(other.get("/info")).at("/model_type/embedding/pooling").asText())
          .isEqualTo("splade");
      for (String path : List.of("/embed", "/embed_all")) {
        assertThat(other.post(path, "{\"inputs\": \"cat\"}").statusCode()).isEqualTo(424);
      }
      JsonNode described = TestServer.json(other.get("/api/models")).at("/models/0");
      assertThat(described.get("dimension").asInt()).isZero();
      assertThat(described.get("fingerprint").asText()).isEqualTo(encoder.fingerprint());
      assertThat(TestServer.json(other.get("/v1/models")).get("data")).isEmpty();
      for (String path : List.of("/api/encode", "/v1/embeddings")) {
        HttpResponse<String> refused =
            other.post(
                path,
                "{\"texts\": [\"cat\"]}"
                    .replace("texts", path.endsWith("encode") ? "texts" : "input"));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
      }
    }
  }

  @Test
  void returnsTheVectorsOfAllTokens(@TempDir Path folder) {
    String model = SampleTransformer.BERT_ENCODER.copyInto(folder).toString();
    try (TestServer other = TestServer.of(SearchServer.builder().model(model).port(0).start())) {
      JsonNode tokens =
          TestServer.json(other.post("/tokenize", "{\"inputs\": [\"cat\", \"a cat\"]}"));
      JsonNode vectors =
          TestServer.json(
              other.post(
                  "/embed_all", "{\"inputs\": [\"cat\", \"a cat\"], \"prompt_name\": null}"));
      assertThat(vectors).hasSize(2);
      for (int i = 0; i < 2; i++) {
        assertThat(vectors.get(i)).as("tokens of the prefix").hasSize(8 + tokens.get(i).size());
        assertThat(vectors.get(i)).allSatisfy(vector -> assertThat(vector).hasSize(32));
      }
      String text = "\"" + "cat ".repeat(100) + "\"";
      String texts = "{\"truncate\": true, \"inputs\": [" + (text + ",").repeat(1999) + text + "]}";
      HttpResponse<String> tooLarge = other.post("/embed_all", texts);
      assertThat(tooLarge.statusCode()).as(tooLarge.body()).isEqualTo(413);
      assertThat(tooLarge.body()).contains("at most 16384: send fewer texts");
    }
    assertError("/embed_all", "{\"inputs\": \"cat\"}", 424, "Backend");
  }

  @Test
  void refusesTextsWithoutWords() {
    assertError("/embed", "{\"inputs\": []}", 400, "Empty");
    assertError("/embed", "{\"inputs\": \"\"}", 400, "Empty");
    assertError("/embed", "{\"inputs\": [\"cat\", \" \"]}", 400, "Empty");
    assertError(
        "/similarity",
        "{\"inputs\": {\"source_sentence\": \"\", \"sentences\": [\"cat\"]}}",
        400,
        "Empty");
    assertError(
        "/similarity",
        "{\"inputs\": {\"source_sentence\": \"cat\", \"sentences\": [\"\"]}}",
        400,
        "Empty");
    assertThat(post("/tokenize", "{\"inputs\": \"\", \"add_special_tokens\": false}").get(0))
        .isEmpty();
  }

  @Test
  void comparesASentenceWithOthers() {
    float[] query = tiny.encoder().encode(List.of("cat"), Role.QUERY)[0];
    float[] passage = tiny.encoder().encode(List.of("Katze"), Role.PASSAGE)[0];
    double cosine = 0;
    for (int i = 0; i < query.length; i++) {
      cosine += query[i] * passage[i];
    }
    JsonNode similarities =
        post(
            "/similarity",
            """
            {"inputs": {"source_sentence": "cat", "sentences": ["Katze", "Umsatz"]},
             "parameters": {"truncate": true}}""");
    assertThat(similarities.get(0).doubleValue()).isCloseTo(cosine, within(1e-6));
    assertThat(similarities.get(0).doubleValue()).isGreaterThan(similarities.get(1).doubleValue());
  }

  @Test
  void rejectsParametersThatAreNoObject() {
    assertError(
        "/similarity",
        """
        {"inputs": {"source_sentence": "cat", "sentences": ["Katze"]}, "parameters": "truncate"}""",
        422,
        "Tokenizer");
  }

  @Test
  void tokenizesWithOffsetsInCodePoints() {
    JsonNode tokens = post("/tokenize", "{\"inputs\": \"\uD83D\uDE00 cats\"}").get(0);
    JsonNode first = tokens.get(0);
    assertThat(first.get("special").booleanValue()).isTrue();
    assertThat(first.get("start").isNull()).isTrue();
    JsonNode cats = tokens.get(2);
    assertThat(cats.get("text").textValue()).isEqualTo("cats");
    assertThat(cats.get("start").intValue()).isEqualTo(2);
    assertThat(cats.get("stop").intValue()).isEqualTo(6);
    assertThat(post("/decode", "{\"ids\": [" + cats.get("id") + "]}").get(0).textValue())
        .isEqualTo("cats");
    JsonNode plain = post("/tokenize", "{\"inputs\": [\"cats\"], \"add_special_tokens\": false}");
    assertThat(plain.get(0)).hasSize(1);
  }

  @Test
  void describesTheModel() {
    JsonNode info = TestServer.json(server.get("/info"));
    assertThat(info.get("model_id").textValue()).isEqualTo("tiny");
    assertThat(info.get("model_sha").textValue()).isEqualTo(tiny.encoder().fingerprint());
    assertThat(info.get("max_client_batch_size").intValue()).isEqualTo(2_048);
    assertThat(server.get("/health").statusCode()).isEqualTo(200);
  }

  private static JsonNode post(String path, String json) {
    HttpResponse<String> response = server.post(path, json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static void assertError(String path, String json, int status, String type) {
    HttpResponse<String> response = server.post(path, json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(TestServer.json(response).get("error_type").textValue()).isEqualTo(type);
    assertThat(TestServer.json(response).get("error").textValue()).isNotBlank();
  }
}
