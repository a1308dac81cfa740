// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that writes all messages before it reads a reply. */
class McpStandardStreamsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String INITIALIZE =
      """
      {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": \
      "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
      {"jsonrpc": "2.0", "method": "notifications/initialized"}
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void index() {
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      engine.index(
          IntStream.range(0, 100)
              .mapToObj(i -> new Document("d" + i, Language.of("en"), "", "number" + i))
              .toList());
    }
  }

  /** Returns the replies to messages, of which the last one need not end with a line feed. */
  private static List<JsonNode> serve(String messages) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SearchServer.builder()
        .index("docs", folder)
        .serveAgent(new ByteArrayInputStream(messages.getBytes(StandardCharsets.UTF_8)), out);
    List<JsonNode> replies = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      replies.add(MAPPER.readTree(line));
    }
    return replies;
  }

  private static String search(int id) {
    return """
        {"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "search", \
        "arguments": {"query": "number%d", "top": 1}}}\
        """
        .formatted(id, id);
  }

  @Test
  void answersEveryPipelinedCallAndEnds() throws Exception {
    String calls =
        IntStream.range(1, 100).mapToObj(i -> search(i) + "\n").collect(Collectors.joining());
    String last = "{\"jsonrpc\": \"2.0\", \"id\": \"last\", \"method\": \"ping\"}";
    List<JsonNode> replies = serve(INITIALIZE + calls + last);
    Map<String, String> found = new TreeMap<>();
    replies.forEach(
        reply ->
            found.put(
                reply.get("id").asText(),
                reply.at("/result/structuredContent/results/0/id").asText()));
    assertThat(replies).hasSize(101).allMatch(reply -> reply.has("result"));
    assertThat(replies.getFirst().at("/result/serverInfo/name").asText()).isEqualTo("isogloss");
    IntStream.range(1, 100)
        .forEach(i -> assertThat(found).containsEntry(String.valueOf(i), "d" + i));
    assertThat(found).containsKey("last");
  }

  @Test
  void answersACallThatEndsWithoutALineFeed() throws Exception {
    assertThat(serve(search(7)).getFirst().at("/result/structuredContent/results/0/id").asText())
        .isEqualTo("d7");
  }

  @Test
  void reportsLinesThatAreNoMessagesAndGoesOn() throws Exception {
    List<JsonNode> replies =
        serve(
            """
            nonsense

            [1]
            {"jsonrpc": "1.0", "id": 3, "method": "ping"}
            {"jsonrpc": "2.0", "id": 4, "method": "nothing/like/it"}
            {"jsonrpc": "2.0", "id": "five", "method": "tools/call"}
            {"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "none"}}
            {"jsonrpc": "2.0", "id": 7, "method": "ping"}
            """);
    Map<String, Integer> codes = new TreeMap<>();
    replies.forEach(reply -> codes.put(reply.get("id").asText(), reply.at("/error/code").asInt()));
    assertThat(replies).hasSize(7);
    assertThat(codes)
        .containsEntry("null", -32700)
        .containsEntry("3", -32600)
        .containsEntry("4", -32601)
        .containsEntry("five", -32602)
        .containsEntry("6", -32602)
        .containsEntry("7", 0);
  }
}
