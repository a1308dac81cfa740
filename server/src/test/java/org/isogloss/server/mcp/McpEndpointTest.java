// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
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
        .containsExactlyInAnyOrder("search", "get_document", "list_languages");
    assertThat(tools).allMatch(tool -> tool.annotations().readOnlyHint());
    assertThat(client.getServerInstructions()).contains("any language");
  }

  @Test
  void searchesAndReadsADocument() {
    McpSchema.CallToolResult found =
        call("search", Map.of("query", "cat", "languages", List.of("de"), "top", 1));
    assertThat(found.isError()).isNotEqualTo(true);
    assertThat(text(found)).contains("[de] Katzen (id de/cat").contains("Die Katze schläft");
    assertThat(found.structuredContent().toString()).contains("id=de/cat");

    McpSchema.CallToolResult document = call("get_document", Map.of("id", "de/cat"));
    assertThat(text(document)).isEqualTo("[de] Katzen\n\nDie Katze schläft auf dem warmen Dach.");
  }

  @Test
  void statesSureAnswersAboveThePassages(@TempDir Path folder) {
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
      JsonNode source = answer.at("/sources/0");
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "cat", "languages", List.of("de"), "answers", 1));
      assertThat(text(found))
          .startsWith(
              "Answers:\n- %s [de] (id %s): %s\n\n1. [de] "
                  .formatted(
                      answer.get("text").textValue(),
                      source.get("id").textValue(),
                      source.at("/sentence/text").textValue()));
      assertThat(found.structuredContent().toString())
          .startsWith("{answers=[{text=" + answer.get("text").textValue())
          .contains("nothing_surely_answers=false");
    }
  }

  @Test
  void statesTheLanguageOfTheQueryAndHowSurely(@TempDir Path folder) {
    try (TestServer german = TestServer.start(folder.resolve("index"));
        McpSyncClient agent = connect(german)) {
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "die Katze schläft auf dem Dach"));
      assertThat(text(found))
          .containsPattern("The query was taken to be in German \\(probability [01]");
      assertThat(found.structuredContent().toString())
          .contains("query_language=de", "query_language_probability=");
    }
  }

  @Test
  void statesThatNoPassageSurelyAnswers(@TempDir Path folder) {
    String reader = TestServer.answerModel(folder);
    try (TestServer answering =
            TestServer.start(folder.resolve("index"), builder -> builder.answers(reader));
        McpSyncClient agent = connect(answering)) {
      McpSchema.CallToolResult found =
          call(agent, "search", Map.of("query", "cat", "answers", 3, "top", 1));
      assertThat(text(found))
          .startsWith("No passage that was read contains a confident answer.\n\n1. [en] Cats");
      assertThat(found.structuredContent().toString()).contains("nothing_surely_answers=true");
      assertThat(text(call(agent, "search", Map.of("query", "cat")))).startsWith("1. [en] Cats");
      assertThat(searchArguments(agent)).contains("query", "answers");
    }
  }

  @Test
  void offersAnswersOnlyWithAModel() {
    assertThat(searchArguments(client)).contains("query").doesNotContain("answers");
    McpSchema.CallToolResult found = call("search", Map.of("query", "cat", "answers", 1));
    assertThat(found.isError()).isTrue();
    assertThat(text(found)).contains("answers");
  }

  @Test
  void listsLanguagesAndFields() {
    assertThat(text(call("list_languages", Map.of())))
        .contains("Collection animals: 6 documents")
        .contains("German (de) 2")
        .contains("age=number");
  }

  @Test
  void explainsErrorsToTheAgent() {
    McpSchema.CallToolResult missing = call("get_document", Map.of("id", "nobody"));
    assertThat(missing.isError()).isTrue();
    assertThat(text(missing)).contains("no document \"nobody\"");
    McpSchema.CallToolResult invalid = call("search", Map.of("query", "cat", "filter", "age <"));
    assertThat(invalid.isError()).isTrue();
    assertThat(text(invalid)).contains("filter");
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

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }
}
