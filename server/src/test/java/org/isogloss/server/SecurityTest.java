// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may use a server, and what it reveals. */
class SecurityTest {
  private static final String READ = "read-0123456789abcdef";
  private static final String WRITE = "write-0123456789abcdef";
  private static final String DOCUMENT = "{\"text\": \"x\"}";

  @TempDir private Path folder;

  @Test
  void requiresTokensForReadingAndWriting() throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "# of the test\nread " + READ + "\n\nwrite " + WRITE + "\n");
    try (TestServer server = start(builder -> builder.tokenFile(tokens))) {
      assertThat(search(server, "").statusCode()).isEqualTo(401);
      assertThat(search(server, "").headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      assertThat(search(server, "Basic abc").statusCode()).isEqualTo(401);
      assertThat(search(server, "Bearer " + READ + "x").statusCode()).isEqualTo(401);
      assertThat(search(server, "Bearer " + READ).statusCode()).isEqualTo(200);
      assertThat(search(server, "bearer  " + WRITE).statusCode()).isEqualTo(200);
      assertThat(put(server, "Bearer " + READ).statusCode()).isEqualTo(403);
      assertThat(put(server, "Bearer " + WRITE).statusCode()).isEqualTo(200);
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(server.get("/metrics").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void metricsNeedNoTokenIfTheyArePublic() throws IOException {
    Path tokens = Files.writeString(folder.resolve("tokens"), "read " + READ + "\n");
    try (TestServer server = start(builder -> builder.tokenFile(tokens).publicMetrics(true))) {
      assertThat(server.get("/metrics").body()).contains("isogloss_index_documents");
      assertThat(search(server, "").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void refusesWeakOrMalformedTokensWithoutQuotingThem() throws IOException {
    Path tokens = folder.resolve("tokens");
    for (String line : new String[] {"read short", "owner " + READ, READ, "read a b"}) {
      Files.writeString(tokens, line);
      assertThatThrownBy(() -> start(builder -> builder.tokenFile(tokens)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("tokens:1: expected read, write or admin")
          .hasMessageNotContaining(READ);
    }
    Files.writeString(tokens, "# nothing\n");
    assertThatThrownBy(() -> start(builder -> builder.tokenFile(tokens)))
        .hasMessageContaining("has no token");
  }

  @Test
  void readsTokensWithAByteOrderMarkAndNamesAnotherEncoding() throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "\uFEFFread " + READ + "\r\n");
    try (TestServer server = start(builder -> builder.tokenFile(tokens))) {
      assertThat(search(server, "Bearer " + READ).statusCode()).isEqualTo(200);
    }
    Files.writeString(tokens, "# Schlüssel\nread " + READ + "\n# für\n", ISO_8859_1);
    assertThatThrownBy(() -> start(builder -> builder.tokenFile(tokens)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("tokens:1: is not in UTF-8")
        .hasMessageContaining("iconv");
    assertThatThrownBy(() -> start(builder -> builder.tokenFile(folder.resolve("none"))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none: no such file");
  }

  @Test
  void warnsIfAllUsersCanReadTheTokens() throws IOException {
    Path tokens = Files.writeString(folder.resolve("tokens"), "read " + READ + "\n");
    assumeTrue(tokens.getFileSystem().supportedFileAttributeViews().contains("posix"));
    for (String permissions : List.of("rw-------", "rw-r--r--")) {
      Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString(permissions));
      try (RecordedLog log = new RecordedLog();
          TestServer server = start(builder -> builder.tokenFile(tokens))) {
        assertThat(search(server, "Bearer " + READ).statusCode()).isEqualTo(200);
        assertThat(log.records().stream().anyMatch(line -> line.getMessage().contains("chmod 600")))
            .as(permissions)
            .isEqualTo(permissions.endsWith("r--"));
      }
    }
  }

  @Test
  void needsTokensAtOtherAddresses() {
    assertThatThrownBy(() -> start(builder -> builder.host("0.0.0.0")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("clients need tokens");
  }

  @Test
  void refusesPagesOfOtherOriginsAndOtherNames() throws IOException {
    try (TestServer server = start(builder -> builder)) {
      String own = "127.0.0.1:" + server.port();
      assertThat(status(server, own, "")).isEqualTo(200);
      assertThat(status(server, "localhost:" + server.port(), "")).isEqualTo(200);
      assertThat(status(server, own, "http://" + own)).isEqualTo(200);
      assertThat(status(server, own, "http://evil.example")).isEqualTo(403);
      assertThat(status(server, own, "null")).isEqualTo(403);
      assertThat(status(server, "evil.example", "")).isEqualTo(403);
      assertThat(status(server, "127.0.0.1.evil.example", "")).isEqualTo(403);
    }
  }

  @Test
  void namesTheRequestAndForbidsGuessingOfTypes() {
    try (TestServer server = start(builder -> builder)) {
      HttpResponse<String> response = server.get("/api/indexes");
      assertThat(response.headers().firstValue("x-request-id").orElseThrow()).hasSize(36);
      assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
      HttpResponse<String> named =
          server.send(server.request("/api/indexes").header("x-request-id", "abc-1"));
      assertThat(named.headers().firstValue("x-request-id")).hasValue("abc-1");
      HttpResponse<String> unsafe =
          server.send(server.request("/api/indexes").header("x-request-id", "a b\tc"));
      assertThat(unsafe.headers().firstValue("x-request-id").orElseThrow()).hasSize(36);
    }
  }

  private TestServer start(UnaryOperator<ServerBuilder> options) {
    return TestServer.start(folder.resolve("index"), options);
  }

  private static HttpResponse<String> search(TestServer server, String authorization) {
    var request = server.request("/api/search?query=cat");
    return server.send(
        authorization.isEmpty() ? request : request.header("Authorization", authorization));
  }

  private static HttpResponse<String> put(TestServer server, String authorization) {
    return server.send(
        server
            .request("/api/documents/a")
            .header("Authorization", authorization)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(DOCUMENT)));
  }

  /** Sends headers that Java's client does not let a program set. */
  private static int status(TestServer server, String host, String origin) throws IOException {
    String request =
        "GET /api/indexes HTTP/1.1\r\nHost: "
            + host
            + (origin.isEmpty() ? "" : "\r\nOrigin: " + origin)
            + "\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String reply = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(reply.split(" ", 3)[1]);
    }
  }
}
