// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(server.uri("").toString())
                    .endpoint("/mcp")
                    .build())
            .build();
    client.initialize();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
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

  private static McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }
}
