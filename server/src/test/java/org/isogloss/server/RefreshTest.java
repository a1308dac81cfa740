// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that a server shares with other writers. */
class RefreshTest {
  private static final Duration NEVER = Duration.ofDays(1);

  @TempDir private Path folder;

  @BeforeEach
  void create() {
    write("first");
  }

  /** Writes as another process does: with an engine of its own, which it closes. */
  private void write(String word) {
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      engine.index(List.of(new Document(word, Language.of("en"), "", "the word " + word)));
    }
  }

  private TestServer serve(Duration refreshInterval) {
    return TestServer.of(
        SearchServer.builder()
            .index("words", folder)
            .port(0)
            .refreshInterval(refreshInterval)
            .start());
  }

  private static boolean finds(TestServer server, String word) {
    return server.get("/api/search?query=" + word).body().contains("\"id\":\"" + word + "\"");
  }

  private static HttpResponse<String> refresh(TestServer server) {
    return server.post("/api/indexes/words/refresh", "");
  }

  private static HttpResponse<String> put(TestServer server, String word) {
    return server.send(
        "PUT",
        "/api/documents/" + word,
        "application/json",
        "{\"text\": \"the word " + word + "\"}");
  }

  @Test
  void seesWhatAnotherProcessWritesAfterTheInterval() {
    try (TestServer server = serve(Duration.ofMillis(50))) {
      assertThat(finds(server, "second")).isFalse();
      write("second");
      Waiting.until(() -> finds(server, "second"));
    }
  }

  @Test
  void refreshesOnRequest() {
    try (TestServer server = serve(NEVER)) {
      write("second");
      assertThat(finds(server, "second")).isFalse();
      HttpResponse<String> refreshed = refresh(server);
      assertThat(refreshed.statusCode()).isEqualTo(200);
      assertThat(refreshed.body()).isEqualTo("{\"refreshed\":true}");
      assertThat(finds(server, "second")).isTrue();
      assertThat(TestServer.json(refresh(server)).get("refreshed").booleanValue()).isFalse();
      HttpResponse<String> unknown = server.post("/api/indexes/other/refresh", "");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("expected words");
    }
  }

  @Test
  void twoServersShareAnIndexThatOneOfThemWrites() {
    try (TestServer reading = serve(NEVER)) {
      try (TestServer writing = serve(NEVER)) {
        assertThat(put(writing, "second").statusCode()).isEqualTo(200);
        refresh(reading);
        assertThat(finds(reading, "second")).isTrue();

        HttpResponse<String> locked = put(reading, "third");
        assertThat(locked.statusCode()).isEqualTo(409);
        assertThat(locked.body())
            .contains("another process is writing the index words")
            .doesNotContain(folder.toString());
        assertThat(reading.post("/api/delete", "{\"filter\": \"a = 1\"}").statusCode())
            .isEqualTo(409);
        assertThat(
                reading
                    .send(
                        "POST",
                        "/api/documents",
                        "application/x-ndjson",
                        "{\"id\": \"third\", \"text\": \"the word third\"}")
                    .body())
            .contains("\"status\":409");
      }
      assertThat(put(reading, "third").statusCode()).isEqualTo(200);
      assertThat(finds(reading, "first")).isTrue();
      assertThat(finds(reading, "second")).isTrue();
      assertThat(finds(reading, "third")).isTrue();
    }
  }
}
