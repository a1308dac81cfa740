// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that speak HTTP/2 without TLS and without asking first (prior knowledge). */
class Http2Test {
  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Runs curl; the test is skipped if there is none that speaks HTTP/2. */
  private static String curl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("curl", "-s", "--http2-prior-knowledge"));
    command.addAll(List.of(arguments));
    try {
      assumeTrue(output("curl", "--version").contains("HTTP2"), "curl does not speak HTTP/2");
    } catch (IOException e) {
      assumeTrue(false, "there is no curl");
    }
    return output(command.toArray(String[]::new));
  }

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  private static String url(String path) {
    return server.uri(path).toString();
  }

  @Test
  void answersSearchesChangesAndErrors() throws Exception {
    String status = "\n%{http_version} %{http_code}";
    assertThat(curl("-w", status, url("/api/search?query=cat")))
        .contains("en/cat")
        .endsWith("\n2 200");
    assertThat(curl("-w", status, "--json", "{\"query\": \"cat\"}", url("/api/search")))
        .contains("en/cat")
        .endsWith("\n2 200");
    String document = "{\"language\": \"en\", \"text\": \"" + "A long text. ".repeat(5_000) + "\"}";
    assertThat(curl("-w", status, "-X", "PUT", "--json", document, url("/api/documents/long")))
        .contains("indexed")
        .endsWith("\n2 200");
    assertThat(curl("-w", status, "-X", "DELETE", url("/api/documents/long"))).endsWith("\n2 200");
    assertThat(curl("-w", status, "--json", "{\"query\": ", url("/api/search")))
        .contains("not JSON")
        .endsWith("\n2 400");
    assertThat(curl("-w", status, url("/nothing"))).endsWith("\n2 404");
    assertThat(curl("-w", status, "-H", "Accept: application/x-ndjson", url("/api/documents")))
        .contains("fr/cat")
        .endsWith("\n2 200");
  }

  @Test
  void answersThePrefaceWithItsSettings() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      // An empty frame of settings: length, type 4, no flags, stream 0.
      socket.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
      InputStream in = socket.getInputStream();
      byte[] header = in.readNBytes(9);
      assertThat(header[3]).as("type of the first frame").isEqualTo((byte) 4);
    }
  }

  @Test
  void answersHttp1WhoseMethodBeginsLikeThePreface() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              "PRINT /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String reply =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(reply).startsWith("HTTP/1.1 405 ");
    }
  }
}
