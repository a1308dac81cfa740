// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The revision 2026-07-28 over HTTP, beside earlier ones at the same address. */
class StatelessRequestTest {
  private static final String VERSION = "2026-07-28";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ObjectNode message(String version, String method, String params)
      throws IOException {
    ObjectNode message = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", "a");
    message.put("method", method);
    ObjectNode all = (ObjectNode) MAPPER.readTree(params);
    ObjectNode meta = all.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", version);
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    message.set("params", all);
    return message;
  }

  private static HttpResponse<String> send(ObjectNode message, Map<String, String> headers) {
    HttpRequest.Builder request =
        server
            .request("/mcp")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
    headers.forEach(request::header);
    return server.send(request);
  }

  private static HttpResponse<String> call(String method, String params, String name)
      throws IOException {
    Map<String, String> headers =
        name.isEmpty()
            ? Map.of("MCP-Protocol-Version", VERSION, "Mcp-Method", method)
            : Map.of("MCP-Protocol-Version", VERSION, "Mcp-Method", method, "Mcp-Name", name);
    return send(message(VERSION, method, params), headers);
  }

  private static JsonNode json(HttpResponse<String> response) throws IOException {
    JsonNode reply = MAPPER.readTree(response.body());
    assertThat(reply.path("id").asText()).isEqualTo("a");
    return reply;
  }

  @Test
  void discoversTheServer() throws IOException {
    JsonNode result = json(call("server/discover", "{}", "")).path("result");
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(result.path("supportedVersions").path(0).asText()).isEqualTo(VERSION);
    assertThat(result.path("supportedVersions").toString()).contains("2025-11-25");
    assertThat(result.at("/serverInfo/name").asText()).isEqualTo("isogloss");
    assertThat(result.path("capabilities").has("tools")).isTrue();
    assertThat(result.path("capabilities").has("resources")).isTrue();
    assertThat(result.path("instructions").asText()).contains("any language");
    assertThat(result.path("ttlMs").asInt()).isPositive();
    assertThat(result.path("cacheScope").asText()).isEqualTo("public");
  }

  @Test
  void answersWithoutAnInitialization() throws IOException {
    JsonNode tools = json(call("tools/list", "{}", "")).path("result");
    assertThat(tools.path("tools").findValuesAsText("name")).contains("search", "fetch");
    assertThat(tools.path("ttlMs").asInt()).isPositive();
    HttpResponse<String> found =
        call("tools/call", "{\"name\": \"search\", \"arguments\": {\"query\": \"cat\"}}", "search");
    assertThat(found.statusCode()).isEqualTo(200);
    JsonNode result = json(found).path("result");
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(result.at("/structuredContent/results/0/id").asText()).isEqualTo("en/cat");
    String uri = "isogloss://animals/de%2Fcat";
    JsonNode read = json(call("resources/read", "{\"uri\": \"" + uri + "\"}", uri)).path("result");
    assertThat(read.at("/contents/0/text").asText()).contains("Die Katze");
    assertThat(read.path("cacheScope").asText()).isEqualTo("private");
  }

  @Test
  void refusesOtherVersions() throws IOException {
    HttpResponse<String> reply =
        send(
            message("1900-01-01", "tools/list", "{}"),
            Map.of("MCP-Protocol-Version", "1900-01-01", "Mcp-Method", "tools/list"));
    assertThat(reply.statusCode()).isEqualTo(400);
    JsonNode error = json(reply).path("error");
    assertThat(error.path("code").asInt()).isEqualTo(-32022);
    assertThat(error.at("/data/requested").asText()).isEqualTo("1900-01-01");
    assertThat(error.at("/data/supported/0").asText()).isEqualTo(VERSION);
  }

  @Test
  void refusesHeadersThatDiffer() throws IOException {
    ObjectNode list = message(VERSION, "tools/list", "{}");
    for (Map<String, String> headers :
        List.of(
            Map.<String, String>of(),
            Map.of("MCP-Protocol-Version", VERSION),
            Map.of("MCP-Protocol-Version", VERSION, "Mcp-Method", "tools/call"),
            Map.of("MCP-Protocol-Version", "2025-11-25", "Mcp-Method", "tools/list"))) {
      HttpResponse<String> reply = send(list, headers);
      assertThat(reply.statusCode()).as(headers.toString()).isEqualTo(400);
      assertThat(json(reply).at("/error/code").asInt()).isEqualTo(-32020);
    }
    HttpResponse<String> other =
        call("tools/call", "{\"name\": \"search\", \"arguments\": {\"query\": \"cat\"}}", "fetch");
    assertThat(json(other).at("/error/code").asInt()).isEqualTo(-32020);
    // The header alone does not make a message one of this revision.
    ObjectNode earlier = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", "a");
    earlier.put("method", "tools/list");
    HttpResponse<String> alone = send(earlier, Map.of("MCP-Protocol-Version", VERSION));
    assertThat(json(alone).at("/error/code").asInt()).isEqualTo(-32020);
  }

  @Test
  void readsEncodedNames() throws IOException {
    String uri = "isogloss://animals/ar%2Fcat";
    String encoded =
        "=?base64?"
            + Base64.getEncoder().encodeToString(uri.getBytes(StandardCharsets.UTF_8))
            + "?=";
    assertThat(call("resources/read", "{\"uri\": \"" + uri + "\"}", encoded).statusCode())
        .isEqualTo(200);
  }

  @Test
  void reportsWhatDoesNotExist() throws IOException {
    HttpResponse<String> method = call("prompts/list", "{}", "");
    assertThat(method.statusCode()).isEqualTo(404);
    assertThat(json(method).at("/error/code").asInt()).isEqualTo(-32601);
    String uri = "isogloss://animals/nobody";
    HttpResponse<String> resource = call("resources/read", "{\"uri\": \"" + uri + "\"}", uri);
    assertThat(json(resource).at("/error/code").asInt()).isEqualTo(-32602);
    HttpResponse<String> tool = call("tools/call", "{\"name\": \"nothing\"}", "nothing");
    assertThat(json(tool).at("/error/code").asInt()).isEqualTo(-32602);
  }

  @Test
  void refusesUnknownVersionsInTheHeaderOfEarlierOnes() throws IOException {
    ObjectNode ping = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", "a");
    ping.put("method", "ping");
    assertThat(send(ping, Map.of("MCP-Protocol-Version", "2025-06-18")).statusCode())
        .isEqualTo(200);
    HttpResponse<String> unknown = send(ping, Map.of("MCP-Protocol-Version", "1900-01-01"));
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("1900-01-01", "2025-11-25", VERSION);
    ObjectNode notification = MAPPER.createObjectNode().put("jsonrpc", "2.0");
    notification.put("method", "notifications/cancelled");
    assertThat(send(notification, Map.of("MCP-Protocol-Version", VERSION)).statusCode())
        .isEqualTo(202);
  }

  @Test
  void answersEarlierVersionsAsBefore() throws IOException {
    HttpResponse<String> reply =
        server.post("/mcp", "{\"jsonrpc\": \"2.0\", \"id\": \"a\", \"method\": \"tools/list\"}");
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(json(reply).path("result").has("resultType")).isFalse();
  }
}
