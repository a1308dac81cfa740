// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;

/**
 * Kills a server again and again while clients put documents. After each restart, every document
 * must be there once, in the version that was acknowledged last or in a later one that was sent.
 */
final class KillRounds {
  private static final int PUTTERS = 3;
  private static final int STREAMERS = 2;
  private static final int DOCUMENTS = 150;
  private static final int STREAM = 40;
  private static final int MAX_MILLIS = 800;

  /** The process lives for seconds, in which optimised code does not repay its compilation. */
  private static final String FAST_START = "-XX:TieredStopAtLevel=1";

  private static final Pattern VERSION = Pattern.compile("version (\\d+)");

  private final ObjectMapper mapper = new ObjectMapper();
  private final Random random = new Random(1);
  private final List<Writer> writers = new ArrayList<>();
  private final Path index;
  private final Path log;

  private KillRounds(Path folder) {
    index = folder.resolve("index");
    log = folder.resolve("server.log");
    for (int i = 0; i < PUTTERS + STREAMERS; i++) {
      writers.add(new Writer("w" + i, i < PUTTERS ? 1 : STREAM));
    }
  }

  static void run(int rounds, Path folder) throws IOException {
    FolderTree.deleteIfExists(folder);
    Files.createDirectories(folder);
    new KillRounds(folder).run(rounds);
  }

  private void run(int rounds) throws IOException {
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    Check total = new Check(0, 0, 0);
    for (int round = 0; round <= rounds; round++) {
      try (ServerProcess server = ServerProcess.ofIndex(log, index, FAST_START)) {
        total = total.plus(check(server.port()));
        if (round < rounds) {
          writeAndKill(server);
        }
      }
      if (round == rounds || (round > 0 && round % 10 == 0)) {
        Figures.print(
            "killed %d times: %d puts acknowledged, documents lost %d, older than acknowledged %d,"
                + " in the index twice %d",
            round, acknowledgements(), total.lost(), total.older(), total.twice());
      }
    }
    if (total.lost() + total.older() + total.twice() > 0) {
      throw new IllegalStateException("acknowledged documents were lost or are there twice");
    }
  }

  private void writeAndKill(ServerProcess server) {
    long before = acknowledgements();
    List<Thread> threads =
        writers.stream()
            .map(writer -> Thread.ofVirtual().start(() -> writer.write(server.port())))
            .toList();
    // The first commit of a process takes longest.
    while (acknowledgements() == before && threads.stream().anyMatch(Thread::isAlive)) {
      ServerProcess.pause(Duration.ofMillis(1));
    }
    ServerProcess.pause(Duration.ofMillis(random.nextInt(MAX_MILLIS)));
    server.kill();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (Writer writer : writers) {
      if (!writer.refusal.isEmpty()) {
        throw new IllegalStateException("the server did not accept documents: " + writer.refusal);
      }
    }
  }

  private long acknowledgements() {
    return writers.stream().mapToLong(writer -> writer.acknowledgements.get()).sum();
  }

  /** Number of documents that are not as they must be. */
  private record Check(long lost, long older, long twice) {
    Check plus(Check other) {
      return new Check(lost + other.lost, older + other.older, twice + other.twice);
    }
  }

  private Check check(int port) throws IOException {
    long lost = 0;
    long older = 0;
    long found = 0;
    try (Connection connection = new Connection(port)) {
      for (Writer writer : writers) {
        for (int i = 0; i < DOCUMENTS; i++) {
          Connection.Answer answer = connection.get("/api/documents/" + writer.id(i));
          if (answer.status() == 200) {
            found++;
            int version = version(mapper.readTree(answer.body()));
            if (version < writer.acknowledged[i] || version > writer.sent[i]) {
              older++;
            }
          } else if (writer.acknowledged[i] > 0) {
            lost++;
          }
        }
      }
      JsonNode counts =
          mapper.readTree(connection.get("/api/indexes").body()).get("indexes").get(0);
      return new Check(lost, older, counts.get("passages").longValue() - found);
    }
  }

  private static int version(JsonNode document) {
    Matcher version = VERSION.matcher(document.get("passages").get(0).get("text").textValue());
    return version.find() ? Integer.parseInt(version.group(1)) : 0;
  }

  /** A client that puts its documents in turn, each time in a new version. */
  private static final class Writer {
    private final String name;
    private final int batch;
    private final int[] sent = new int[DOCUMENTS];
    private final int[] acknowledged = new int[DOCUMENTS];
    private final AtomicLong acknowledgements = new AtomicLong();
    private int next;

    /** A reply that is not a success; empty if there was none. */
    private volatile String refusal = "";

    /**
     * Creates a client.
     *
     * @param batch number of documents in a stream; 1 to put them one by one
     */
    Writer(String name, int batch) {
      this.name = name;
      this.batch = batch;
    }

    String id(int document) {
      return name + "-" + document;
    }

    /** Writes until the server is gone, or does not accept a document. */
    void write(int port) {
      try (Connection connection = new Connection(port)) {
        while (true) {
          List<Integer> documents =
              IntStream.range(next, next + batch).mapToObj(i -> i % DOCUMENTS).toList();
          next = (next + batch) % DOCUMENTS;
          documents.forEach(i -> sent[i]++);
          Connection.Answer answer =
              batch == 1 ? put(connection, documents.getFirst()) : stream(connection, documents);
          if (answer.status() != 200 || answer.text().contains("rejected")) {
            refusal = answer.status() + " " + answer.text();
            return;
          }
          documents.forEach(i -> acknowledged[i] = sent[i]);
          acknowledgements.addAndGet(documents.size());
        }
      } catch (IOException e) {
        return; // The server was killed.
      }
    }

    private Connection.Answer put(Connection connection, int document) throws IOException {
      return connection.send(
          "PUT",
          "/api/documents/" + id(document),
          "application/json",
          "{\"text\":\"" + text(document) + "\"}");
    }

    private Connection.Answer stream(Connection connection, List<Integer> documents)
        throws IOException {
      String lines =
          documents.stream()
              .map(i -> "{\"id\":\"" + id(i) + "\",\"text\":\"" + text(i) + "\"}")
              .collect(Collectors.joining("\n"));
      return connection.send("POST", "/api/documents", "application/x-ndjson", lines);
    }

    private String text(int document) {
      return "version " + sent[document] + " of a document with a few words in it";
    }
  }
}
