// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of other sites that an administrator allows. */
class CrossOriginTest {
  private static final String ALLOWED = "https://www.example.org";

  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server =
        TestServer.start(
            folder.resolve("index"), builder -> builder.allowOrigin("https://WWW.example.org:443"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends headers that java.net.http does not let a program send. */
  private static String send(String start, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String request =
          start
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + String.join("\r\n", headers)
              + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void answersABrowserThatAsksFirst() throws IOException {
    String reply =
        send(
            "OPTIONS /api/documents/a",
            "Origin: " + ALLOWED,
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: authorization, content-type");
    assertThat(reply)
        .startsWith("HTTP/1.1 204")
        .containsIgnoringCase("access-control-allow-origin: " + ALLOWED)
        .containsPattern("(?i)access-control-allow-methods: [A-Z, ]*PUT")
        .containsIgnoringCase("access-control-allow-headers: authorization, content-type")
        .containsIgnoringCase("access-control-max-age: 600");
  }

  @Test
  void letsAnAllowedPageReadReplies() throws IOException {
    assertThat(send("GET /api/search?query=cat", "Origin: " + ALLOWED))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("access-control-allow-origin: " + ALLOWED)
        .containsPattern("(?i)vary: .*origin");
    // Caches must not give its reply to others, nor theirs to it.
    assertThat(send("GET /api/search?query=cat"))
        .startsWith("HTTP/1.1 200")
        .doesNotContainIgnoringCase("access-control-allow-origin")
        .containsPattern("(?i)vary: .*origin");
    // A page can read why it was refused.
    assertThat(send("GET /api/nothing", "Origin: " + ALLOWED))
        .startsWith("HTTP/1.1 404")
        .containsIgnoringCase("access-control-allow-origin: " + ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://www.example.org.evil.net",
        "http://www.example.org",
        "https://www.example.org:444",
        "null"
      })
  void refusesOtherPages(String origin) throws IOException {
    assertThat(send("GET /api/search?query=cat", "Origin: " + origin))
        .startsWith("HTTP/1.1 403")
        .doesNotContainIgnoringCase("access-control-allow-origin");
    assertThat(
            send("OPTIONS /api/search", "Origin: " + origin, "Access-Control-Request-Method: POST"))
        .startsWith("HTTP/1.1 403")
        .doesNotContainIgnoringCase("access-control-allow");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "www.example.org", "https://example.org/", "https://a b", ""})
  void acceptsOriginsOnly(String origin) {
    assertThatThrownBy(() -> SearchServer.builder().allowOrigin(origin))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("such as https://www.example.org");
  }
}
