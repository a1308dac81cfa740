// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  @TempDir private Path folder;

  private ServerBuilder server() {
    Path index = folder.resolve("index");
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    return SearchServer.builder().index("words", index).port(0).accessLog(log());
  }

  private Path log() {
    return folder.resolve("access.jsonl");
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  @Test
  void hasALineForEachRequest() throws Exception {
    Files.writeString(log(), "{\"earlier\": true}\n");
    Instant before = Instant.now().minusSeconds(1);
    try (TestServer server = TestServer.of(server().start())) {
      server.send(
          server
              .request("/api/search?query=a+secret")
              .header("x-request-id", "first")
              .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01"));
      server.send(server.request("/api/documents/a%22%0Ab").header("traceparent", "00-0-0-0"));
      server.get("/nothing");
    }
    List<JsonNode> lines = lines(log());
    assertThat(lines).hasSize(4);
    JsonNode search = lines.get(1);
    assertThat(search.path("request").asText()).isEqualTo("first");
    assertThat(search.path("trace").asText()).isEqualTo(TRACE);
    assertThat(search.path("client").asText()).isEqualTo("127.0.0.1");
    assertThat(search.path("method").asText()).isEqualTo("GET");
    assertThat(search.path("path").asText()).isEqualTo("/api/search");
    assertThat(search.path("status").asInt()).isEqualTo(200);
    assertThat(search.path("bytes").asInt()).isPositive();
    assertThat(search.path("ms").asDouble()).isPositive();
    assertThat(Instant.parse(search.path("time").asText())).isAfter(before);
    assertThat(search.toString()).doesNotContain("secret");
    assertThat(lines.get(2).path("path").asText()).isEqualTo("/api/documents/a\"\nb");
    assertThat(lines.get(2).has("trace")).isFalse();
    assertThat(lines.get(3).path("status").asInt()).isEqualTo(404);
  }

  @Test
  void continuesInANewFileAfterRotation() throws Exception {
    Path rotated = folder.resolve("access.jsonl.1");
    SearchServer running = server().start();
    try (TestServer server = TestServer.of(running)) {
      server.get("/health/live");
      // The line is written after the reply.
      Waiting.until(() -> log().toFile().length() > 0);
      Files.move(log(), rotated);
      running.reopenLogs();
      server.get("/health/ready");
    }
    assertThat(lines(rotated)).hasSize(1);
    assertThat(lines(log())).hasSize(1);
    assertThat(lines(log()).getFirst().path("path").asText()).isEqualTo("/health/ready");
  }

  @Test
  void needsAFileThatCanBeWritten() throws IOException {
    Files.createDirectory(log());
    assertThatThrownBy(() -> server().start())
        .isInstanceOf(IsoglossException.class)
        .message()
        .containsOnlyOnce("access.jsonl");
    assertThatThrownBy(() -> server().check())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("access.jsonl: is a folder or cannot be written");
    Path missing = folder.resolve("missing/access.jsonl");
    assertThatThrownBy(() -> server().accessLog(missing).check())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("cannot be created");
    assertThat(missing).doesNotExist();
  }
}
