// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingsApiTest {
  private static TestServer server;
  private static TestServer ofTokenIds;
  private static LoadedModel tiny;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
    ofTokenIds =
        TestServer.start(folder.resolve("second"), builder -> builder.acceptTokenIds(true));
    tiny = Models.open("tiny");
  }

  @AfterAll
  static void stop() {
    server.close();
    ofTokenIds.close();
    tiny.close();
  }

  @Test
  void shortensTheVectorsOfAModelThatAllowsIt(@TempDir Path folder) throws IOException {
    String name = "bert-encoder";
    String path = TestServer.matryoshkaModel(folder);
    try (TestServer ofModel =
            TestServer.start(folder.resolve("index"), builder -> builder.model(path));
        LoadedModel model = Models.open(path)) {
      float[] whole = model.encoder().encode(List.of("the cat"), Role.PASSAGE)[0];
      float[] shorter = UnitVectors.normalize(Arrays.copyOf(whole, 8));
      String body = "{\"model\": \"" + name + "\", \"input\": \"the cat\", \"dimensions\": %d}";
      JsonNode vector =
          TestServer.json(ofModel.post("/v1/embeddings", body.formatted(8)))
              .at("/data/0/embedding");
      assertThat(vector).hasSize(8);
      for (int i = 0; i < shorter.length; i++) {
        assertThat(vector.get(i).floatValue()).isEqualTo(shorter[i]);
      }
      JsonNode cohere =
          TestServer.json(
              ofModel.post(
                  "/v2/embed",
                  """
                  {"model": "bert-encoder", "texts": ["the cat"], "output_dimension": 16}"""));
      assertThat(cohere.at("/embeddings/float/0")).hasSize(16);
      HttpResponse<String> other = ofModel.post("/v1/embeddings", body.formatted(12));
      assertThat(other.statusCode()).isEqualTo(400);
      assertThat(other.body()).contains("dimensions is 12", "cannot be shortened to it");
    }
  }

  @Test
  void encodesAsFloatsAndAsLittleEndianBase64() {
    float[] expected = tiny.encoder().encode(List.of("Guten Morgen"), Role.PASSAGE)[0];
    JsonNode floats =
        embeddings(
            """
            {"model": "tiny", "input": "Guten Morgen"}""");
    JsonNode embedding = floats.get("data").get(0).get("embedding");
    for (int i = 0; i < expected.length; i++) {
      assertThat(embedding.get(i).floatValue()).isEqualTo(expected[i]);
    }
    JsonNode base64 =
        embeddings(
            """
            {"model": "tiny", "input": ["Guten Morgen"], "encoding_format": "base64"}""");
    byte[] bytes =
        Base64.getDecoder().decode(base64.get("data").get(0).get("embedding").textValue());
    float[] decoded = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(decoded);
    assertThat(decoded).containsExactly(expected);
    assertThat(base64.get("usage")).isEqualTo(floats.get("usage"));
    assertThat(base64.get("object").textValue()).isEqualTo("list");
    assertThat(base64.get("model").textValue()).isEqualTo("tiny");
  }

  @Test
  void readsTokenIdsOfTheModelIfTheServerAcceptsThem() {
    int[] ids = tiny.folder().tokenizer().ids("guten morgen");
    String list = Arrays.stream(ids).mapToObj(String::valueOf).collect(Collectors.joining(","));
    JsonNode text =
        embeddings(
            """
            {"model": "tiny", "input": ["guten morgen", "guten morgen"]}""");
    assertThat(
            embeddings(
                    ofTokenIds,
                    "{\"model\": \"tiny\", \"input\": [[" + list + "], [" + list + "]]}")
                .get("data"))
        .isEqualTo(text.get("data"));
    assertThat(
            embeddings(ofTokenIds, "{\"model\": \"tiny\", \"input\": [" + list + "]}")
                .get("data")
                .get(0)
                .get("embedding"))
        .isEqualTo(text.get("data").get(0).get("embedding"));
    assertError(
        ofTokenIds,
        400,
        "{\"model\": \"tiny\", \"input\": [123456789]}",
        "input",
        "token ids of other models have other meanings");
    assertError(
        ofTokenIds, 400, "{\"model\": \"tiny\", \"input\": [[]]}", "input", "input is blank");
  }

  /** The ids of "hello world" in the vocabulary of OpenAI's models, as LangChain sends them. */
  @Test
  void refusesTokenIdsWithTheRemedy() {
    for (String input : List.of("[[15339, 1917]]", "[15339, 1917]", "[\"a\", [15339]]")) {
      assertError(
          server,
          400,
          "{\"model\": \"tiny\", \"input\": " + input + "}",
          input.startsWith("[[") ? "input[0]" : input.startsWith("[\"") ? "input[1]" : "input",
          "is a list of token ids, expected text: the vocabulary of the client may be that of"
              + " another model. Let the client send texts, in LangChain by"
              + " OpenAIEmbeddings(check_embedding_ctx_length=False)");
    }
  }

  @Test
  void refusesTextsWithoutWords() {
    assertError(400, "{\"model\": \"tiny\", \"input\": \"\"}", "input", "input is blank");
    assertError(400, "{\"model\": \"tiny\", \"input\": \" \\n\"}", "input", "input is blank");
    assertError(400, "{\"model\": \"tiny\", \"input\": [\"\"]}", "input", "input is blank");
    assertError(
        400, "{\"model\": \"tiny\", \"input\": [\"a\", \"\"]}", "input", "input[1] is blank");
  }

  @Test
  void countsTokensWithSpecialTokens() {
    int expected = tiny.folder().tokenizer().encode("guten morgen", 100).size();
    JsonNode usage =
        embeddings(
                """
                {"model": "tiny", "input": ["guten morgen", "guten morgen"]}""")
            .get("usage");
    assertThat(usage.get("prompt_tokens").intValue()).isEqualTo(2 * expected);
    assertThat(usage.get("total_tokens").intValue()).isEqualTo(2 * expected);
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThat(
            embeddings(
                    """
                    {"model": "tiny", "input": "x", "dimensions": 256, "user": "somebody"}""")
                .get("data"))
        .hasSize(1);
    assertError(
        400, "{\"model\": \"tiny\", \"input\": \"x\", \"dimensions\": 64}", "dimensions", "256");
    assertError(
        400,
        "{\"model\": \"tiny\", \"input\": \"x\", \"late_chunking\": true}",
        "late_chunking",
        "encoded by itself");
    assertError(
        400,
        "{\"model\": \"tiny\", \"input\": \"x\", \"output_dtype\": \"int4\"}",
        "output_dtype",
        "expected one of binary, float, int8, ubinary, uint8");
    assertError(400, "{\"model\": \"tiny\", \"input\": []}", "input", "empty list");
    assertError(400, "{\"model\": \"tiny\", \"input\": [\"a\", 3]}", "input[1]", "a string");
    assertError(400, "{\"input\": \"x\"}", "model", "missing");
    assertError(404, "{\"model\": \"ada\", \"input\": \"x\"}", "model", "expected tiny");
    assertError(
        400,
        "{\"model\": \"tiny\", \"input\": [\"a\"" + ", \"a\"".repeat(2_048) + "]}",
        "input",
        "2049 texts");
  }

  @Test
  void answersVoyageAndJina() {
    JsonNode voyage =
        embeddings(
            """
            {"model": "tiny", "input": ["cat"], "input_type": "query", "truncation": true,
             "output_dtype": "int8", "output_dimension": 256.0, "unknown": 1}""");
    JsonNode jina =
        embeddings(
            """
            {"model": "tiny", "input": [{"text": "cat"}], "task": "retrieval.query",
             "normalized": true, "embedding_type": "int8", "late_chunking": false}""");
    assertThat(jina.get("data")).isEqualTo(voyage.get("data"));
    float[] vector = tiny.encoder().encode(List.of("cat"), Role.QUERY)[0];
    JsonNode integers = voyage.get("data").get(0).get("embedding");
    assertThat(integers).hasSize(256).allMatch(JsonNode::isInt);
    double dot = 0;
    double squares = 0;
    for (int i = 0; i < vector.length; i++) {
      dot += integers.get(i).intValue() * vector[i];
      squares += Math.pow(integers.get(i).intValue(), 2);
    }
    assertThat(dot / Math.sqrt(squares)).as("cosine with the vector").isGreaterThan(0.999);
    JsonNode base64 =
        embeddings(
            """
            {"model": "tiny:query", "input": "cat", "output_dtype": "int8",
             "encoding_format": "base64"}""");
    byte[] bytes =
        Base64.getDecoder().decode(base64.get("data").get(0).get("embedding").textValue());
    for (int i = 0; i < bytes.length; i++) {
      assertThat((int) bytes[i]).isEqualTo(integers.get(i).intValue());
    }
  }

  @Test
  void checksTheKeysOfOneInterfaceBesideThoseOfAnother() {
    assertError(
        400,
        """
        {"model": "tiny", "input": "cat", "dimensions": 256, "output_dimension": 12}""",
        "output_dimension",
        "cannot be shortened");
    assertError(
        400,
        """
        {"model": "tiny", "input": "cat", "input_type": "query", "task": "sleep"}""",
        "task",
        "task is \"sleep\"");
    assertError(
        400,
        """
        {"model": "tiny", "input": "cat", "output_dtype": "int8", "embedding_type": "int7"}""",
        "embedding_type",
        "embedding_type is \"int7\"");
  }

  @Test
  void listsItsModels() {
    JsonNode models = TestServer.json(server.get("/v1/models"));
    assertThat(models.get("data").findValuesAsText("id")).containsExactly("tiny", "tiny:query");
    assertThat(TestServer.json(server.get("/v1/models/tiny")).get("object").textValue())
        .isEqualTo("model");
    assertThat(server.get("/v1/models/ada").statusCode()).isEqualTo(404);
  }

  private static JsonNode embeddings(String json) {
    return embeddings(server, json);
  }

  private static JsonNode embeddings(TestServer server, String json) {
    HttpResponse<String> response = server.post("/v1/embeddings", json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static void assertError(int status, String json, String parameter, String message) {
    assertError(server, status, json, parameter, message);
  }

  private static void assertError(
      TestServer server, int status, String json, String parameter, String message) {
    HttpResponse<String> response = server.post("/v1/embeddings", json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonNode error = TestServer.json(response).get("error");
    assertThat(error.get("type").textValue()).isEqualTo("invalid_request_error");
    assertThat(error.get("param").textValue()).isEqualTo(parameter);
    assertThat(error.get("message").textValue()).contains(message);
    assertThat(error.get("code").isNull()).isFalse();
  }
}
