// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;

/**
 * Fills the file system of an index while documents are put. Reads must go on, writes must be
 * refused with status 507, and what was acknowledged must be there, then, after space is freed, and
 * after a restart.
 */
final class FullDisk {
  private static final int ROUNDS = 20;
  private static final int PUTS = 40;
  private static final int MAX_FREE = 4 << 20;
  private static final int WORDS = 20_000;

  /** A refused put may have been written nevertheless. */
  private static final Set<String> EXPECTED =
      Set.of("put 200", "put 507", "get 200", "search 200", "documents of a refused put");

  private final ObjectMapper mapper = new ObjectMapper();
  private final Random random = new Random(1);
  private final Map<String, Integer> acknowledged = new HashMap<>();
  private final Map<String, Integer> replies = new TreeMap<>();
  private final Path folder;
  private int version;

  private FullDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Runs the check.
   *
   * @param folder an empty folder in a file system of its own, of a few hundred megabytes
   * @param log receives the messages of the server, in another file system
   */
  static void run(Path folder, Path log) throws IOException {
    if (Files.getFileStore(folder).getTotalSpace() > 1L << 30) {
      throw new IllegalArgumentException(
          folder + " is in a file system of more than 1 GiB: mount a small one for this check");
    }
    new FullDisk(folder).run(log);
  }

  private void run(Path log) throws IOException {
    Path index = folder.resolve("index");
    FolderTree.deleteIfExists(index);
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    try (ServerProcess server = ServerProcess.ofIndex(log, index);
        Connection connection = new Connection(server.port())) {
      put(connection, "first");
      for (int round = 0; round < ROUNDS; round++) {
        Path ballast = fill();
        for (int i = 0; i < PUTS; i++) {
          put(connection, round + "-" + i % (PUTS / 2));
        }
        verify(connection);
        Files.delete(ballast);
        if (put(connection, "after-" + round) != 200) {
          count("puts refused after space was freed");
        }
        verify(connection);
      }
    }
    try (ServerProcess server = ServerProcess.ofIndex(log, index);
        Connection connection = new Connection(server.port())) {
      verify(connection);
    }
    Figures.print(
        "disk filled %d times, %d documents acknowledged: %s",
        ROUNDS, acknowledged.size(), replies);
    Set<String> wrong = new TreeSet<>(replies.keySet());
    wrong.removeAll(EXPECTED);
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("unexpected: " + wrong);
    }
  }

  /** Writes a file that leaves a random part of {@value #MAX_FREE} bytes free. */
  private Path fill() throws IOException {
    Path ballast = folder.resolve("ballast");
    int free = random.nextInt(MAX_FREE);
    ByteBuffer block = ByteBuffer.allocate(1 << 16);
    try (FileChannel out =
        FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (Files.getFileStore(folder).getUsableSpace() > free) {
        out.write(block.clear());
      }
    }
    return ballast;
  }

  /** Puts a new version of a document and returns the status. */
  private int put(Connection connection, String id) throws IOException {
    version++;
    String text = "version " + version + " " + words();
    Connection.Answer answer =
        connection.send(
            "PUT", "/api/documents/" + id, "application/json", "{\"text\":\"" + text + "\"}");
    count("put " + answer.status());
    if (answer.status() == 200) {
      acknowledged.put(id, version);
    }
    return answer.status();
  }

  private String words() {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      words.append(' ').append(Integer.toString(random.nextInt(1 << 20), Character.MAX_RADIX));
    }
    return words.toString();
  }

  /** Returns the version of a document, which is its second word. */
  private int version(Connection.Answer answer) throws IOException {
    String text = mapper.readTree(answer.body()).get("passages").get(0).get("text").textValue();
    return Integer.parseInt(text.split(" ", 3)[1]);
  }

  private void count(String reply) {
    replies.merge(reply, 1, Integer::sum);
  }

  /** Searches, and compares every document with what was acknowledged. */
  private void verify(Connection connection) throws IOException {
    count("search " + connection.post("/api/search", "{\"query\":\"version\",\"top\":3}").status());
    for (Map.Entry<String, Integer> document : acknowledged.entrySet()) {
      Connection.Answer answer = connection.get("/api/documents/" + document.getKey());
      count("get " + answer.status());
      int found = answer.status() == 200 ? version(answer) : 0;
      if (found < document.getValue()) {
        count("documents lost or older than acknowledged");
      } else if (found > document.getValue()) {
        count("documents of a refused put");
      }
    }
  }
}
