// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledged documents survive {@code kill -9}. */
@Tag("slow")
class KillTest {
  private static final int ROUNDS = 4;
  private static final int ACKNOWLEDGED = 30;

  @TempDir private Path folder;

  /** The process that is killed. */
  static final class Program {
    private Program() {}

    /** Serves an index and prints the port. */
    public static void main(String[] args) throws InterruptedException {
      SearchServer server =
          SearchServer.builder().index("killed", Path.of(args[0])).port(0).start();
      System.out.println(server.port());
      server.awaitClosed();
    }
  }

  @Test
  void keepsAcknowledgedDocuments() throws Exception {
    SearchEngine.at(folder).withoutVectors().openOrCreate().close();
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    for (int round = 0; round < ROUNDS; round++) {
      Process process = start();
      int port = port(process);
      CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED);
      String prefix = "r" + round + "-";
      Thread putting = Thread.ofVirtual().start(() -> put(port, prefix, acknowledged, enough));
      Thread streaming =
          Thread.ofVirtual().start(() -> stream(port, prefix + "s", acknowledged, enough));
      assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
      process.destroyForcibly().waitFor();
      putting.join();
      streaming.join();
    }
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().open()) {
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED);
      assertThat(acknowledged).allSatisfy(id -> assertThat(engine.view().passages(id)).hasSize(1));
    }
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static int port(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    return Integer.parseInt(out.readLine());
  }

  /** Puts documents until the server is gone. */
  private static void put(
      int port, String prefix, Set<String> acknowledged, CountDownLatch enough) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; ; i++) {
        String id = prefix + i;
        HttpRequest.Builder request =
            request(port, "/api/documents/" + id, "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"text\": \"version " + i + "\"}"));
        assertThat(send(client, request).statusCode()).isEqualTo(200);
        acknowledged.add(id);
        enough.countDown();
      }
    } catch (IOException e) {
      return; // The server was killed.
    }
  }

  /** Sends short streams until the server is gone. */
  private static void stream(
      int port, String prefix, Set<String> acknowledged, CountDownLatch enough) {
    ObjectMapper mapper = new ObjectMapper();
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; ; i++) {
        String body =
            "{\"id\": \"%s%d-a\", \"text\": \"a\"}%n{\"id\": \"%s%d-b\", \"text\": \"b\"}%n"
                .formatted(prefix, i, prefix, i);
        HttpRequest.Builder request =
            request(port, "/api/documents", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (String line : send(client, request).body().lines().toList()) {
          assertThat(line).contains("\"result\":\"indexed\"");
          acknowledged.add(mapper.readTree(line).get("id").textValue());
          enough.countDown();
        }
      }
    } catch (IOException e) {
      return; // The server was killed.
    }
  }

  private static HttpRequest.Builder request(int port, String path, String type) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Content-Type", type);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws IOException {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
