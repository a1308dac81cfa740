// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.engine.SearchEngine;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.server.SampleBitext;
import org.isogloss.server.SearchServer;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the tools through the protocol's own client. */
class McpEndpointTest {
  private static TestServer server;
  private static McpSyncClient client;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
    client = connect(server);
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static McpSyncClient connect(TestServer server) {
    McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(server.uri("").toString())
                    .endpoint("/mcp")
                    .build())
            .build();
    client.initialize();
    return client;
  }

  @Test
  void offersToolsThatChangeNothing() {
    List<McpSchema.Tool> tools = client.listTools().tools();
    assertThat(tools)
        .extracting(McpSchema.Tool::name)
        .containsExactlyInAnyOrder("search", "fetch", "similar", "list_languages");
    assertThat(tools).allMatch(tool -> !tool.outputSchema().isEmpty());
    assertThat(tools).allMatch(tool -> tool.annotations().readOnlyHint());
    assertThat(client.getServerInstructions()).contains("any language");
  }

  @Test
  void showsHowWordsAreTranslatedIfThereIsACorpus(@TempDir Path folder) throws IOException {
    Path bitext = SampleBitext.englishGerman(folder);
    try (TestServer corpora =
            TestServer.of(
                SearchServer.builder().port(0).corpus("en-de", bitext, Optional.empty()).start());
        McpSyncClient agent = connect(corpora)) {
      assertThat(agent.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .contains("concordance");
      JsonNode found = json(call(agent, "concordance", Map.of("words", "cat", "top", 1)));
      assertThat(found.at("/translations/0/words").asText()).isEqualTo("Katze");
      assertThat(found.at("/lines")).hasSize(1);
      assertThat(call(agent, "concordance", Map.of("words", "cat", "language", "fr")).isError())
          .isTrue();
      Files.delete(bitext);
      McpSchema.CallToolResult deleted = call(agent, "concordance", Map.of("words", "cat"));
      assertThat(deleted.isError()).isTrue();
      assertThat(deleted.content().toString())
          .contains("the corpus en-de cannot be read: en-de.tsv: no such file");
    }
  }

  @Test
  void searchesAndReadsADocument() throws IOException {
    McpSchema.CallToolResult found =
        call("search", Map.of("query", "cat", "languages", List.of("de"), "top", 1));
    assertThat(found.isError()).isNotEqualTo(true);
    assertThat(found.content()).hasSize(1);
    JsonNode hit = json(found).at("/results/0");
    assertThat(hit.path("id").asText()).isEqualTo("de/cat");
    assertThat(hit.path("title").asText()).isEqualTo("Katzen");
    assertThat(hit.path("url").asText()).isEqualTo("isogloss://animals/de%2Fcat");
    assertThat(hit.path("text").asText()).contains("Die Katze schläft");
    assertThat(hit.path("language").asText()).isEqualTo("de");
    assertThat(found.structuredContent().toString()).contains("id=de/cat");

    JsonNode document = json(call("fetch", Map.of("id", "de/cat")));
    assertThat(document.path("title").asText()).isEqualTo("Katzen");
    assertThat(document.path("text").asText()).isEqualTo("Die Katze schläft auf dem warmen Dach.");
    assertThat(document.path("url").asText()).isEqualTo("isogloss://animals/de%2Fcat");
    assertThat(document.at("/metadata/age").asInt()).isEqualTo(9);
  }

  @Test
  void findsAnswersWithTheirSources(@TempDir Path folder) throws IOException {
    String reader =
        SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader")
            .toString();
    try (TestServer answering =
            TestServer.start(folder.resolve("index"), builder -> builder.answers(reader));
        McpSyncClient agent = connect(answering)) {
      JsonNode answer =
          TestServer.json(answering.get("/api/search?query=cat&languages=de&answers=1"))
              .at("/answers/0");
      assertThat(answer.get("score").doubleValue()).isPositive();
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "cat", "languages", List.of("de"), "answers", 1));
      assertThat(json(found).path("answers").path(0)).isEqualTo(answer);
      assertThat(json(found).path("nothing_surely_answers").asBoolean(true)).isFalse();
      JsonNode answered =
          json(call(agent, "answer", Map.of("question", "cat", "languages", List.of("de"))));
      assertThat(answered.path("answers").path(0)).isEqualTo(answer);
      assertThat(answered.has("results")).isFalse();
    }
  }

  @Test
  void searchesAnIndexOfWeightsOfTerms(@TempDir Path folder) throws IOException {
    Path model = new SampleModel("random-sparse/splade-bert").copyInto(folder);
    Path index = folder.resolve("index");
    String text = "Welche Mannschaft gewann das Spiel?";
    try (SearchEngine engine =
        SearchEngine.at(index).withoutVectors().sparse(model.toString()).openOrCreate()) {
      engine.index(List.of(Document.of("team", text), Document.of("cat", "The cat sleeps.")));
    }
    try (TestServer weighing =
            TestServer.of(SearchServer.builder().index("news", index).port(0).start());
        McpSyncClient agent = connect(weighing)) {
      JsonNode description = TestServer.json(weighing.get("/api/indexes/news"));
      assertThat(description.get("pipeline").asText()).isEqualTo("{bm25, sparse}fair");
      JsonNode found = json(call(agent, "search", Map.of("query", text, "top", 1)));
      assertThat(found.at("/results/0/id").asText()).isEqualTo("team");
    }
  }

  @Test
  void statesTheLanguageOfTheQueryAndHowSurely(@TempDir Path folder) {
    try (TestServer german = TestServer.start(folder.resolve("index"));
        McpSyncClient agent = connect(german)) {
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "die Katze schläft auf dem Dach"));
      assertThat(found.structuredContent().toString())
          .contains("query_language=de", "query_language_probability=");
    }
  }

  @Test
  void statesThatNoPassageSurelyAnswers(@TempDir Path folder) throws IOException {
    String reader = TestServer.answerModel(folder);
    try (TestServer answering =
            TestServer.start(folder.resolve("index"), builder -> builder.answers(reader));
        McpSyncClient agent = connect(answering)) {
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "cat", "answers", 3, "top", 1));
      assertThat(json(found).path("nothing_surely_answers").asBoolean()).isTrue();
      assertThat(json(call(agent, "search", Map.of("query", "cat"))).has("answers")).isFalse();
      assertThat(searchArguments(agent)).contains("query", "answers");
    }
  }

  @Test
  void statesWhatThereWouldHaveBeenToFind() throws IOException {
    JsonNode found = json(call("search", Map.of("query", "cat", "languages", List.of("ja"))));
    assertThat(found.get("results")).isEmpty();
    assertThat(found.get("note").textValue())
        .startsWith("Nothing found. Languages of the index, with their passages: ");
  }

  @Test
  void offersAnswersOnlyWithAModel() {
    assertThat(searchArguments(client)).contains("query").doesNotContain("answers");
    McpSchema.CallToolResult found = call("search", Map.of("query", "cat", "answers", 1));
    assertThat(found.isError()).isTrue();
    assertThat(text(found)).contains("answers");
  }

  @Test
  void listsLanguagesAndFields() throws IOException {
    JsonNode index = json(call("list_languages", Map.of())).at("/indexes/0");
    assertThat(index.path("name").asText()).isEqualTo("animals");
    assertThat(index.toString()).contains("\"de\":2").contains("\"age\":\"number\"");
  }

  @Test
  void explainsErrorsToTheAgent() {
    McpSchema.CallToolResult missing = call("fetch", Map.of("id", "nobody"));
    assertThat(missing.isError()).isTrue();
    assertThat(text(missing)).contains("no document \"nobody\"");
    McpSchema.CallToolResult invalid = call("search", Map.of("query", "cat", "filter", "age <"));
    assertThat(invalid.isError()).isTrue();
    assertThat(text(invalid)).contains("filter");
  }

  @Test
  void findsDocumentsThatAreSimilar() throws IOException {
    JsonNode similar = json(call("similar", Map.of("id", "de/cat", "top", 3)));
    assertThat(similar.path("results")).hasSize(3);
    assertThat(similar.path("results").findValuesAsText("id"))
        .doesNotContain("de/cat")
        .startsWith("en/cat");
    assertThat(call("similar", Map.of("id", "nobody")).isError()).isTrue();
  }

  @Test
  void hasDocumentsAsResources() {
    assertThat(client.listResourceTemplates().resourceTemplates())
        .extracting(McpSchema.ResourceTemplate::uriTemplate)
        .containsExactly("isogloss://{index}/{id}");
    McpSchema.ReadResourceResult read =
        client.readResource(
            McpSchema.ReadResourceRequest.builder("isogloss://animals/de%2Fcat").build());
    assertThat(((McpSchema.TextResourceContents) read.contents().getFirst()).text())
        .isEqualTo("Die Katze schläft auf dem warmen Dach.");
    for (String missing : List.of("isogloss://animals/nobody", "isogloss://plants/de%2Fcat")) {
      assertThatThrownBy(
              () -> client.readResource(McpSchema.ReadResourceRequest.builder(missing).build()))
          .as(missing)
          .isInstanceOf(McpError.class);
    }
  }

  @Test
  void reportsUnknownToolsAsTheProtocolSays() {
    String reply =
        server
            .post(
                "/mcp",
                """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                 "params": {"name": "nothing", "arguments": {}}}""")
            .body();
    assertThat(reply).contains("-32602").contains("Unknown tool");
  }

  @Test
  void rejectsWhatIsNoMessage() {
    assertThat(server.post("/mcp", "{\"a\": 1}").statusCode()).isEqualTo(400);
    assertThat(server.get("/mcp").statusCode()).isEqualTo(405);
    for (String message :
        List.of(
            "\"method\": \"tools/list\"",
            "\"jsonrpc\": \"1.0\", \"method\": \"tools/list\"",
            "\"jsonrpc\": \"2.0\", \"method\": 3",
            "\"jsonrpc\": \"2.0\", \"method\": \"tools/list\", \"params\": []",
            "\"jsonrpc\": \"2.0\", \"method\": \"tools/call\"",
            "\"jsonrpc\": \"2.0\", \"method\": \"tools/call\", \"params\": {\"name\": \"search\","
                + " \"arguments\": []}",
            "\"jsonrpc\": \"2.0\", \"method\": \"tools/call\", \"params\": {\"name\": \"search\","
                + " \"_meta\": 3}")) {
      assertThat(server.post("/mcp", "{\"id\": 1, " + message + "}").statusCode())
          .as(message)
          .isEqualTo(400);
    }
  }

  @Test
  void doesNotNameItsClassesInErrors() {
    String reply =
        server
            .post(
                "/mcp",
                """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize",
                 "params": {"protocolVersion": []}}""")
            .body();
    assertThat(reply).contains("-32603").doesNotContain("java").doesNotContain("modelcontext");
  }

  private static Set<String> searchArguments(McpSyncClient agent) {
    return agent.listTools().tools().stream()
        .filter(tool -> tool.name().equals("search"))
        .map(tool -> (Map<?, ?>) tool.inputSchema().get("properties"))
        .flatMap(properties -> properties.keySet().stream())
        .map(String.class::cast)
        .collect(toSet());
  }

  private static McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
    return call(client, tool, arguments);
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient agent, String tool, Map<String, Object> arguments) {
    return agent.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static JsonNode json(McpSchema.CallToolResult result) throws IOException {
    return new ObjectMapper().readTree(text(result));
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }
}
