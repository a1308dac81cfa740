// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;

/**
 * Sends many malformed records in one request: each must be reported with its line, the memory of
 * the server must not grow, and other clients must be answered.
 */
final class MalformedStream {
  /** A field of numbers, for a record whose type is wrong. */
  private static final String FIRST = "{\"text\":\"first\",\"age\":1}";

  private static final List<byte[]> KINDS =
      List.of(
          utf8("no JSON at all"),
          utf8("{\"id\":\"cut\",\"text\":"),
          utf8("[\"a\", \"list\"]"),
          utf8("{\"text\":\"no id\"}"),
          utf8("{\"id\":\" blank\",\"text\":\"x\"}"),
          new byte[] {'{', '"', 'i', 'd', '"', ':', '"', (byte) 0xFF, (byte) 0xC3, '"', '}'},
          utf8("{\"id\":\"number\",\"text\":3}"),
          utf8("{\"id\":\"empty\",\"text\":\"  \"}"),
          utf8("{\"id\":\"deep\",\"text\":\"x\",\"f\":" + "[".repeat(200) + "]".repeat(200) + "}"),
          utf8("{\"id\":\"typed\",\"text\":\"x\",\"age\":\"old\"}"));

  private static final int MEASUREMENTS = 10;

  private MalformedStream() {}

  private static byte[] utf8(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }

  static void run(int records, Path folder) throws IOException {
    FolderTree.deleteIfExists(folder);
    Files.createDirectories(folder);
    Path index = folder.resolve("index");
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    Path log = folder.resolve("server.log");
    try (ServerProcess server = ServerProcess.ofIndex(log, index);
        Connection connection = new Connection(server.port())) {
      connection.send("PUT", "/api/documents/first", "application/json", FIRST);
      ServerProcess.Memory before = server.memory();
      Figures.print(
          "before: heap after a collection %.0f MB, resident %.0f MB",
          before.heap(), before.resident());
      Path replies = folder.resolve("replies.ndjson");
      long start = System.nanoTime();
      int status;
      Probe probe = new Probe(server.port());
      try (probe) {
        send(records, connection, server);
        try (OutputStream out = Files.newOutputStream(replies)) {
          status = connection.receive(out);
        }
      }
      ServerProcess.Memory after = server.memory();
      Figures.print(
          "%d records in %.0f s, status %d; heap after a collection %.0f MB, resident %.0f MB",
          records, (System.nanoTime() - start) / 1e9, status, after.heap(), after.resident());
      Figures.print("another client meanwhile: %s", probe);
      check(records, replies);
    }
  }

  private static void send(int records, Connection connection, ServerProcess server)
      throws IOException {
    OutputStream out = connection.out();
    out.write(
        Connection.head(
            "POST", "/api/documents", "application/x-ndjson", "Transfer-Encoding: chunked"));
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    for (int i = 0; i < records; i++) {
      chunk.writeBytes(KINDS.get(i % KINDS.size()));
      chunk.write('\n');
      boolean measured = (i + 1) % Math.max(1, records / MEASUREMENTS) == 0;
      if (chunk.size() > 1 << 15 || measured || i == records - 1) {
        out.write(utf8(Integer.toHexString(chunk.size()) + "\r\n"));
        chunk.writeBytes(utf8("\r\n"));
        chunk.writeTo(out);
        chunk.reset();
      }
      if (measured) {
        ServerProcess.Memory memory = server.memory();
        Figures.print(
            "%d records sent: heap after a collection %.0f MB, resident %.0f MB",
            i + 1, memory.heap(), memory.resident());
      }
    }
    out.write(utf8("0\r\n\r\n"));
  }

  private static void check(int records, Path replies) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Map<String, Integer> results = new TreeMap<>();
    long line = 0;
    try (BufferedReader lines = Files.newBufferedReader(replies)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        JsonNode reply = mapper.readTree(text);
        if (reply.get("line").longValue() != ++line) {
          throw new IllegalStateException("expected line " + line + ", found " + text);
        }
        results.merge(
            reply.get("result").textValue() + " " + reply.path("status").asInt(200),
            1,
            Integer::sum);
      }
    }
    Figures.print("%d lines reported: %s", line, results);
    if (line != records || results.size() != 1 || !results.containsKey("rejected 400")) {
      throw new IllegalStateException("expected " + records + " lines, each rejected with 400");
    }
  }
}
