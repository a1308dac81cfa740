// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;

/**
 * Lets many clients misbehave while an ordinary one searches and puts documents, and prints what
 * the ordinary one receives.
 */
final class HostileClients {
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final int SLOW = 200;
  private static final int IDLE = 3_000;
  private static final int HALF_CLOSED = 200;
  private static final int OVERSIZED = 100;
  private static final int LARGE_BODY = 15 << 20;

  private final ServerProcess server;

  private HostileClients(ServerProcess server) {
    this.server = server;
  }

  static void run(Path folder) throws IOException {
    FolderTree.deleteIfExists(folder);
    Files.createDirectories(folder);
    Path index = folder.resolve("index");
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    Path log = folder.resolve("server.log");
    try (ServerProcess server = ServerProcess.ofIndex(log, index)) {
      HostileClients clients = new HostileClients(server);
      clients.beside("no others", () -> ServerProcess.pause(TIME));
      clients.beside(
          SLOW + " clients that send a byte of a search each second",
          () -> clients.slow("/api/search"));
      clients.beside(
          SLOW + " clients that send a byte of a stream each second",
          () -> clients.slow("/api/documents"));
      clients.beside(HALF_CLOSED + " half-closed connections", clients::halfClosed);
      clients.beside(OVERSIZED + " oversized bodies", clients::oversized);
      clients.beside(IDLE + " idle connections", clients::idle);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private void beside(String name, Work work) throws IOException {
    Probe probe = new Probe(server.port());
    try (probe) {
      work.run();
    }
    ServerProcess.Memory memory = server.memory();
    Figures.print(
        "%s: %s; heap after a collection %.0f MB, resident %.0f MB",
        name, probe, memory.heap(), memory.resident());
  }

  /** Announces large bodies, and sends a byte of each every second. */
  private void slow(String path) throws IOException {
    List<Connection> connections = connect(SLOW);
    for (Connection connection : connections) {
      connection
          .out()
          .write(
              Connection.head("POST", path, "application/json", "Content-Length: " + LARGE_BODY));
    }
    long end = System.nanoTime() + TIME.toNanos();
    while (System.nanoTime() < end) {
      for (Connection connection : connections) {
        connection.out().write(' ');
      }
      ServerProcess.pause(Duration.ofSeconds(1));
    }
    close(connections);
  }

  /** Ends the output of a connection after half a request, and after a whole one. */
  private void halfClosed() throws IOException {
    String body = "{\"query\":\"cat\",\"pipeline\":\"bm25\"}";
    Map<String, Integer> replies = new TreeMap<>();
    for (int i = 0; i < HALF_CLOSED; i++) {
      boolean whole = i % 2 == 0;
      try (Connection connection = new Connection(server.port())) {
        connection
            .out()
            .write(
                Connection.head(
                    "POST", "/api/search", "application/json", "Content-Length: " + body.length()));
        connection
            .out()
            .write(body.substring(0, whole ? body.length() : 9).getBytes(StandardCharsets.UTF_8));
        connection.closeOutput();
        count(replies, whole ? "whole" : "half", connection);
      }
    }
    Figures.print("  replies to half-closed connections: %s", replies);
  }

  /** Announces bodies of a terabyte, and sends bodies that exceed the limit in chunks. */
  private void oversized() throws IOException {
    byte[] chunk = ("100000\r\n" + " ".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.UTF_8);
    Map<String, Integer> replies = new TreeMap<>();
    for (int i = 0; i < OVERSIZED; i++) {
      boolean announced = i % 2 == 0;
      try (Connection connection = new Connection(server.port())) {
        connection
            .out()
            .write(
                Connection.head(
                    "POST",
                    "/api/search",
                    "application/json",
                    announced ? "Content-Length: " + (1L << 40) : "Transfer-Encoding: chunked"));
        try {
          for (int sent = 0; !announced && sent < 20; sent++) {
            connection.out().write(chunk);
          }
        } catch (IOException e) {
          // The server has refused the rest; its reply may have arrived.
        }
        count(replies, announced ? "announced" : "in chunks", connection);
      }
    }
    Figures.print("  replies to oversized bodies: %s", replies);
  }

  private static void count(Map<String, Integer> replies, String kind, Connection connection) {
    String result;
    try {
      result = String.valueOf(connection.receive().status());
    } catch (IOException e) {
      result = "closed";
    }
    replies.merge(kind + " " + result, 1, Integer::sum);
  }

  private void idle() throws IOException {
    List<Connection> connections = connect(IDLE);
    ServerProcess.pause(TIME);
    close(connections);
  }

  private List<Connection> connect(int count) throws IOException {
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      connections.add(new Connection(server.port()));
    }
    return connections;
  }

  private static void close(List<Connection> connections) throws IOException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
