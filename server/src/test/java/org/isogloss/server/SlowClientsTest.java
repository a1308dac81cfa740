// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send a byte now and then, so that the socket is never silent for long. */
class SlowClientsTest {
  private static final String POST =
      "POST /api/identify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    SlowClients slow = new SlowClients(Duration.ofMinutes(5), Duration.ofMillis(300), 10_000);
    server =
        TestServer.start(
            folder.resolve("index"),
            builder -> builder.limits(ServerLimits.DEFAULT.withSlowClients(slow)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /**
   * Sends a beginning, then a byte at a time, until the server closes the connection.
   *
   * @param drop what is sent again and again
   * @return everything that the server has sent
   */
  private static String drip(String beginning, String drop) throws IOException {
    byte[] bytes = drop.getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor()) {
      socket.setSoTimeout(120_000);
      OutputStream out = socket.getOutputStream();
      Future<byte[]> reply = reading.submit(() -> socket.getInputStream().readAllBytes());
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; !reply.isDone(); i++) {
        out.write(bytes, i % bytes.length, 1);
        TimeUnit.MILLISECONDS.sleep(20);
      }
      return new String(reply.get(), StandardCharsets.UTF_8);
    } catch (Exception e) {
      // The server closed the connection while the client was writing, which discards its reply.
      return "";
    }
  }

  @Test
  void closesManySlowHeadsAndBodiesWhileOthersAreServed() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> slow = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        slow.add(clients.submit(() -> drip("GET /health/live HTTP/1.1\r\nX: ", "x")));
      }
      for (int i = 0; i < 10; i++) {
        slow.add(clients.submit(() -> drip(POST + "Content-Length: 100000\r\n\r\n{", " ")));
        slow.add(
            clients.submit(() -> drip(POST + "Transfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n")));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(server.get("/api/search?query=cat").statusCode()).isEqualTo(200);
      }
      for (Future<String> closed : slow) {
        assertThat(closed.get(2, TimeUnit.MINUTES)).matches("(?s)(HTTP/1.1 408 .*)?");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /health",
        "GET /health HTTP/1.1\r\nHost: x",
        POST + "Content-Length: 9\r\n\r\n{"
      })
  void closesAConnectionWhoseClientFallsSilent(String beginning, @TempDir Path folder)
      throws Exception {
    SlowClients slow = new SlowClients(Duration.ofMillis(100), Duration.ofMinutes(5), 1);
    try (RecordedLog log = new RecordedLog()) {
      try (TestServer impatient =
              TestServer.start(
                  folder.resolve("index"),
                  builder -> builder.limits(ServerLimits.DEFAULT.withSlowClients(slow)));
          Socket socket = new Socket(InetAddress.getLoopbackAddress(), impatient.port())) {
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      }
      assertThat(log.records())
          .extracting(LogRecord::getMessage)
          .noneMatch(message -> message.contains("failed"));
    }
  }

  @Test
  void servesAClientThatIsFastEnough() {
    String body = "{\"texts\": [\"" + "cat ".repeat(50_000) + "\"]}";
    assertThat(server.post("/api/identify", body).statusCode()).isEqualTo(200);
  }

  @Test
  void rejectsLimitsThatAreNone() {
    assertThatThrownBy(() -> new SlowClients(Duration.ZERO, Duration.ofSeconds(1), 1))
        .hasMessageContaining("silence");
    assertThatThrownBy(() -> new SlowClients(Duration.ofSeconds(1), Duration.ofSeconds(1), 0))
        .hasMessageContaining("bytesPerSecond is 0");
  }
}
