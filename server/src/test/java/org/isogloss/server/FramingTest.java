// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request ends: a proxy before the server must never see another end than the server. */
class FramingTest {
  private static final String BODY = "{\"texts\": [\"cat\"]}";

  /** A request that must not be answered after a malformed one. */
  private static final String NEXT =
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends bytes, and returns everything that the server sends until it closes the connection. */
  private static String send(String request) throws IOException {
    return send(server, request);
  }

  private static String send(TestServer server, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String post(String headers, String body) {
    return "POST /api/identify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + headers
        + "\r\n"
        + body;
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  @Test
  void readsChunksWithExtensionsAndTrailers() throws IOException {
    String half = BODY.substring(0, 8);
    String rest = BODY.substring(8);
    String body =
        chunk(half).replaceFirst("\r\n", " ;name=\"value\"\r\n")
            + chunk(rest)
            + "000;last\r\nChecksum: abc\r\nOther: x\r\n\r\n";
    String reply = send(post("Transfer-Encoding: chunked\r\n", body) + NEXT);
    assertThat(reply).startsWith("HTTP/1.1 200").contains("\"language\"").contains("\"up\"");
  }

  @Test
  void readsLargeChunks() throws IOException {
    String text = "{\"texts\": [\"" + "cat ".repeat(50_000) + "\"]}";
    String reply = send(post("Transfer-Encoding: chunked\r\n", chunk(text) + "0\r\n\r\n") + NEXT);
    assertThat(reply).startsWith("HTTP/1.1 200").contains("\"up\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12\r\n{\"texts\": [\"cat\"]}XX0\r\n\r\n",
        "12\r\n{\"texts\": [\"cat\"]}0\r\n\r\n",
        "-1\r\n{\"texts\": [\"cat\"]}\r\n0\r\n\r\n",
        "0x12\r\n{\"texts\": [\"cat\"]}\r\n0\r\n\r\n",
        "+12\r\n{\"texts\": [\"cat\"]}\r\n0\r\n\r\n",
        "\r\n{\"texts\": [\"cat\"]}\r\n0\r\n\r\n",
        "12\n{\"texts\": [\"cat\"]}\n0\n\n",
        "fffffffffffffffff\r\n{\"texts\": [\"cat\"]}\r\n0\r\n\r\n",
      })
  void refusesMalformedChunksAndClosesTheConnection(String chunks) throws IOException {
    String reply = send(post("Transfer-Encoding: chunked\r\n", chunks) + NEXT);
    assertThat(reply).startsWith("HTTP/1.1 400").contains("Connection: close");
    assertThat(reply.split("HTTP/1.1 ", -1)).as("replies to two requests").hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -1\r\n",
        "Content-Length: 0x12\r\n",
        "Content-Length: +18\r\n",
        "Content-Length: 18\r\nContent-Length: 0\r\n",
        "Content-Length: 18, 18\r\n",
        "Content-Length: 18\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding : chunked\r\n",
        "X: y\r\n Transfer-Encoding: chunked\r\n",
        "X: y\nContent-Length: 18\r\n",
      })
  void refusesHeadsWithoutOneLength(String headers) throws IOException {
    String reply = send(post(headers, BODY) + NEXT);
    assertThat(reply).startsWith("HTTP/1.1 400").contains("problem+json");
    assertThat(reply.split("HTTP/1.1 ", -1)).as("replies to two requests").hasSize(2);
  }

  /** This is what nginx sends by default. */
  @Test
  void answersClientsOfHttp10AndCloses() throws IOException {
    String post =
        "POST /api/identify HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + BODY.length()
            + "\r\n\r\n"
            + BODY;
    assertThat(send(post)).startsWith("HTTP/1.1 200").contains("\"language\"");
    assertThat(send("GET /health/live HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    assertThat(send("GET /health/live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
        .startsWith("HTTP/1.1 200")
        .contains("Connection: close");
    assertThat(send("GET /health/live HTTP/3.7\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void answersRequestsWithTheAddressOfTheServerInTheirFirstLine() throws IOException {
    String head = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
    assertThat(send(head.formatted("http://localhost/health/live", "localhost")))
        .startsWith("HTTP/1.1 200")
        .endsWith("{\"status\":\"up\"}");
    assertThat(send(head.formatted("HTTP://127.0.0.1:80", "other.example")))
        .startsWith("HTTP/1.1 200")
        .contains("<html");
    assertThat(send(head.formatted("http://localhost?a=b", "localhost"))).contains("<html");
    assertThat(send(head.formatted("http://other.example/health/live", "localhost")))
        .as("as with the header Host")
        .startsWith("HTTP/1.1 403");
    assertThat(send(head.formatted("http://a@localhost/", "localhost"))).doesNotContain("<html");
  }

  @Test
  void refusesHeadsWithoutOneHost() throws IOException {
    String get = "GET /health/live HTTP/1.1\r\nConnection: close\r\n";
    assertThat(send(get + "\r\n")).startsWith("HTTP/1.1 400");
    assertThat(send(get + "Host: localhost\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 400");
  }

  @Test
  void sendsNoChunksToClientsOfHttp10() throws IOException {
    String line = "{\"id\": \"x\", \"language\": \"en\", \"title\": \"X\", \"text\": \"A fox.\"}\n";
    String reply =
        send(
            "POST /api/documents?index=animals HTTP/1.0\r\nHost: localhost\r\n"
                + "Content-Type: application/x-ndjson\r\nContent-Length: "
                + line.length()
                + "\r\n\r\n"
                + line);
    assertThat(reply)
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("Content-Length: ")
        .doesNotContainIgnoringCase("Transfer-Encoding")
        .contains("\"indexed\"");
  }

  @Test
  void logsALineForAMalformedRequestAndFewForMany(@TempDir Path folder) throws IOException {
    // The limit is that of a server: other tests send malformed requests, too.
    try (TestServer own = TestServer.start(folder.resolve("index"));
        RecordedLog log = new RecordedLog()) {
      for (int i = 0; i < 30; i++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), own.port())) {
          socket
              .getOutputStream()
              .write("GET / HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(send(own, "GÉT / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            .startsWith("HTTP/1.1 400");
        assertThat(send(own, "GET / HTTP/1.1\r\nHost: localhost\r\n\0: x\r\n\r\n"))
            .startsWith("HTTP/1.1 400");
      }
      assertThat(log.records()).allMatch(record -> record.getThrown() == null);
      assertThat(log.records().stream().filter(line -> line.getMessage().contains("was refused")))
          .isNotEmpty()
          .hasSizeLessThanOrEqualTo(10);
    }
  }
}
