// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server does with more than it accepts. */
class LimitsTest {
  @TempDir private Path folder;

  @Test
  void refusesLargeBodies() {
    ServerLimits limits = ServerLimits.DEFAULT.withSizes(new ServerLimits.Sizes(2_000, 2_000, 100));
    try (TestServer server = start(limits)) {
      String large = "{\"query\": \"" + "x".repeat(3_000) + "\"}";
      assertThat(server.post("/api/search", large).statusCode()).isEqualTo(413);
      HttpResponse<String> chunked =
          server.send(
              server
                  .request("/api/search")
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofInputStream(
                          () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)))));
      assertThat(chunked.statusCode()).isEqualTo(413);
      assertThat(server.post("/api/search", "{\"query\": \"cat\"}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void answersWithinTheTimeLimitEvenIfAChangeIsNotWritten() {
    ServerLimits limits = ServerLimits.DEFAULT.withTimeLimit(Duration.ofMillis(1));
    try (TestServer server = start(limits)) {
      HttpResponse<String> late =
          server.send("PUT", "/api/documents/a", "application/json", "{\"text\": \"cat\"}");
      assertThat(late.statusCode()).isEqualTo(503);
      assertThat(late.body()).contains("can be sent again");
    }
  }

  @Test
  void refusesRequestsBeyondItsQueue() throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.withWork(1, 1);
    try (TestServer server = start(limits);
        ExecutorService clients = Executors.newFixedThreadPool(16)) {
      List<Future<HttpResponse<String>>> replies = new ArrayList<>();
      String texts =
          "\"" + "word ".repeat(200) + "\"" + (",\"" + "word ".repeat(200) + "\"").repeat(500);
      for (int i = 0; i < 16; i++) {
        replies.add(
            clients.submit(() -> server.post("/api/encode", "{\"texts\": [" + texts + "]}")));
      }
      int refused = 0;
      int answered = 0;
      for (Future<HttpResponse<String>> reply : replies) {
        HttpResponse<String> response = reply.get();
        if (response.statusCode() == 429) {
          refused++;
          assertThat(Integer.parseInt(response.headers().firstValue("Retry-After").orElseThrow()))
              .isBetween(1, 60);
        } else {
          answered++;
          assertThat(response.statusCode()).isEqualTo(200);
        }
      }
      assertThat(refused).isPositive();
      assertThat(answered).isPositive();
      assertThat(server.get("/metrics").body())
          .contains("isogloss_work_rejected_total " + refused + ".0");
    }
  }

  @Test
  void answersWithinItsTimeLimit() {
    ServerLimits limits = ServerLimits.DEFAULT.withTimeLimit(Duration.ofMillis(1));
    try (TestServer server = start(limits)) {
      String texts =
          "\"" + "word ".repeat(400) + "\"" + (",\"" + "word ".repeat(400) + "\"").repeat(500);
      HttpResponse<String> response = server.post("/api/encode", "{\"texts\": [" + texts + "]}");
      assertThat(response.statusCode()).isEqualTo(503);
    }
  }

  @Test
  void survivesClientsThatGoAway() throws IOException {
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      for (int i = 0; i < 20; i++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          socket.setSoTimeout(60_000);
          OutputStream out = socket.getOutputStream();
          out.write(
              ("POST /api/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                      + " application/x-ndjson\r\nContent-Length: 100000\r\n\r\n{\"id\": \"half\",")
                  .getBytes(StandardCharsets.US_ASCII));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          socket.setSoTimeout(60_000);
          socket.getOutputStream().write("NOT HTTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          InputStream in = socket.getInputStream();
          assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).contains(" 400 ");
        }
      }
      assertThat(server.get("/api/documents/half").statusCode()).isEqualTo(404);
      assertThat(server.get("/api/search?query=cat").statusCode()).isEqualTo(200);
      assertThat(server.get("/metrics").body()).contains("isogloss_body_bytes 0.0");
    }
  }

  @Test
  void answersWhileManyConnectionsAreIdle() throws IOException {
    List<Socket> idle = new ArrayList<>();
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      for (int i = 0; i < 1_500; i++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
      }
      HttpRequest.Builder request = server.request("/api/search?query=cat");
      assertThat(server.send(request.timeout(Duration.ofSeconds(60))).statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @Test
  void reservesNoMemoryForBodiesThatDoNotArrive() throws IOException {
    int size = ServerLimits.DEFAULT.sizes().maxBodyBytes();
    long budget = Math.max(size, Runtime.getRuntime().maxMemory() / 16);
    List<Socket> slow = new ArrayList<>();
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      for (long stated = 0; stated <= budget; stated += size) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        slow.add(socket);
        socket
            .getOutputStream()
            .write(
                ("POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: "
                        + size
                        + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        socket.setSoTimeout(60_000);
        byte[] reply = socket.getInputStream().readNBytes("HTTP/1.1 100".length());
        assertThat(new String(reply, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 100");
      }
      String large = "{\"query\": \"cat\"" + " ".repeat(size - 100) + "}";
      assertThat(server.post("/api/search", large).statusCode()).isEqualTo(200);
      for (Socket socket : slow) { // The server waits for its clients when it is closed.
        socket.close();
      }
    }
  }

  @Test
  void reportsMalformedHttpAsProblemDetails() throws IOException {
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      for (String target : List.of("/api/search?query=%zz", "/api/documents/%zz", "/x y")) {
        String reply = raw(server, "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(reply).as(target).startsWith("HTTP/1.1 400").contains("problem+json");
      }
      String reply =
          raw(server, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(reply).startsWith("HTTP/1.1 414").contains("problem+json");
    }
  }

  private static String raw(TestServer server, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void listsTheMethodsOfAPathAndCountsNoOthers() {
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      HttpResponse<String> response =
          server.send("INVENTED", "/api/search", "application/json", "{}");
      assertThat(response.statusCode()).isEqualTo(405);
      assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD, POST");
      assertThat(server.get("/metrics").body())
          .contains("method=\"other\",route=\"other\",status=\"405\"")
          .doesNotContain("INVENTED");
    }
  }

  @Test
  void rejectsMalformedJson() {
    try (TestServer server = start(ServerLimits.DEFAULT)) {
      assertRejected(server, "", "not a JSON object");
      assertRejected(server, "[]", "not a JSON object");
      assertRejected(server, "{\"query\": \"a\"", "at line 1");
      assertRejected(server, "{\"query\": \"a\"} {}", "not JSON");
      assertRejected(server, "{\"query\": \"a\", \"query\": \"b\"}", "Duplicate");
      assertRejected(server, "{\"a\":".repeat(100) + "1" + "}".repeat(100), "deeper than 64");
      assertThat(server.post("/api/search?top=3", "{\"query\": \"a\"}").statusCode())
          .isEqualTo(400);
      HttpResponse<String> form =
          server.send("POST", "/api/search", "application/x-www-form-urlencoded", "query=a");
      assertThat(form.statusCode()).isEqualTo(415);
    }
  }

  private static void assertRejected(TestServer server, String body, String message) {
    HttpResponse<String> response = server.post("/api/search", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(TestServer.json(response).get("detail").textValue()).contains(message);
  }

  private TestServer start(ServerLimits limits) {
    return TestServer.start(folder.resolve("index"), builder -> builder.limits(limits));
  }
}
