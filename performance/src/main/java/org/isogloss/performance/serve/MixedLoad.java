// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;
import org.isogloss.performance.SampleSentences;

/**
 * Searches and puts documents at twice the rate that the server reaches: a fixed number of clients
 * that wait for their replies measure this rate, then requests are sent at twice the rate whether
 * or not earlier ones have been answered, and so on. The only errors may be refusals with status
 * 429, and the memory of the server must not grow.
 */
final class MixedLoad {
  private static final int DOCUMENTS = 3_000;
  private static final int SEARCHERS = 32;
  private static final int PUTTERS = 32;
  private static final Duration CALIBRATION = Duration.ofSeconds(6);
  private static final int INTERVALS = 10;

  /** Fewer than the connections that the server accepts. */
  private static final int MAX_CONNECTIONS = 900;

  /** The server closes connections that have been idle for two minutes. */
  private static final Duration MAX_IDLE = Duration.ofMinutes(1);

  private static final double FACTOR = 2;

  private final List<String> sentences;
  private final Deque<Idle> idle = new ConcurrentLinkedDeque<>();
  private final Semaphore connections = new Semaphore(MAX_CONNECTIONS);
  private final ServerProcess server;
  private Tally tally = new Tally();

  private MixedLoad(ServerProcess server) {
    this.server = server;
    List<String> all = new ArrayList<>(SampleSentences.sentences());
    Collections.shuffle(all, new Random(1));
    this.sentences = List.copyOf(all);
  }

  /** Replies of an interval, by kind of request and status. Thread-safe. */
  private static final class Tally {
    private final Map<String, List<Double>> milliseconds = new TreeMap<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private int unsent;

    synchronized void add(Kind kind, int status, double time) {
      milliseconds.computeIfAbsent(kind + " " + status, key -> new ArrayList<>()).add(time);
    }

    synchronized void fail(String what) {
      failures.merge(what, 1, Integer::sum);
    }

    synchronized void unsent() {
      unsent++;
    }

    synchronized double rate(Kind kind, Duration time) {
      return milliseconds.getOrDefault(kind + " 200", List.of()).size() / (time.toMillis() / 1e3);
    }

    synchronized boolean isClean() {
      return failures.isEmpty()
          && milliseconds.keySet().stream()
              .allMatch(key -> key.endsWith(" 200") || key.endsWith(" 429"));
    }

    synchronized void addAll(Tally other) {
      other.milliseconds.forEach(
          (key, times) -> milliseconds.computeIfAbsent(key, k -> new ArrayList<>()).addAll(times));
      other.failures.forEach((what, count) -> failures.merge(what, count, Integer::sum));
      unsent += other.unsent;
    }

    @Override
    public synchronized String toString() {
      String replies =
          milliseconds.entrySet().stream()
              .map(
                  entry ->
                      String.format(
                          Locale.ROOT,
                          "%s: %d (p50 %.0f, p99 %.0f ms)",
                          entry.getKey(),
                          entry.getValue().size(),
                          Figures.median(entry.getValue()),
                          Figures.quantile(entry.getValue(), .99)))
              .collect(Collectors.joining(", "));
      return replies
          + (failures.isEmpty() ? "" : ", failures " + failures)
          + (unsent == 0 ? "" : ", not sent for lack of connections: " + unsent);
    }
  }

  /** A connection that is not used, and since when. */
  private record Idle(Connection connection, long since) {}

  private enum Kind {
    SEARCH,
    PUT
  }

  static void run(double minutes, String model, Path folder) throws IOException {
    FolderTree.deleteIfExists(folder);
    Files.createDirectories(folder);
    Path index = folder.resolve("index");
    SearchEngine.at(index).model(model).openOrCreate().close();
    try (ServerProcess server = ServerProcess.ofIndex(folder.resolve("server.log"), index)) {
      new MixedLoad(server).run(Duration.ofMillis((long) (minutes * 60_000)));
    }
  }

  private void run(Duration time) throws IOException {
    fill();
    calibrate(); // Warms up.
    Duration interval = time.dividedBy(INTERVALS);
    Tally all = new Tally();
    for (int i = 1; i <= INTERVALS; i++) {
      // Measured again each time, because other programs may use the machine, too.
      Tally held = calibrate();
      double searches = FACTOR * held.rate(Kind.SEARCH, CALIBRATION);
      double puts = FACTOR * held.rate(Kind.PUT, CALIBRATION);
      tally = new Tally();
      join(List.of(generate(Kind.SEARCH, searches, interval), generate(Kind.PUT, puts, interval)));
      awaitReplies();
      ServerProcess.Memory memory = server.memory();
      Figures.print(
          "%.0f s, sent %.0f searches and %.0f puts a second: heap after a collection %.0f MB,"
              + " resident %.0f MB; %s",
          i * interval.toMillis() / 1e3, searches, puts, memory.heap(), memory.resident(), tally);
      all.addAll(tally);
    }
    Figures.print(
        "%.0f s at %.0f times the rate that %d clients that search and %d that put reach: %s",
        time.toMillis() / 1e3, FACTOR, SEARCHERS, PUTTERS, all);
    if (!all.isClean()) {
      throw new IllegalStateException("there are replies other than 200 and 429");
    }
  }

  private void fill() throws IOException {
    String lines =
        IntStream.range(0, DOCUMENTS)
            .mapToObj(i -> "{\"id\":\"d" + i + "\"," + document().substring(1))
            .collect(Collectors.joining("\n"));
    try (Connection connection = new Connection(server.port())) {
      connection.send("POST", "/api/documents", "application/x-ndjson", lines);
    }
  }

  /** Runs clients that wait for their replies. */
  private Tally calibrate() {
    tally = new Tally();
    long end = System.nanoTime() + CALIBRATION.toNanos();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < SEARCHERS + PUTTERS; i++) {
      Kind kind = i < SEARCHERS ? Kind.SEARCH : Kind.PUT;
      clients.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (System.nanoTime() < end) {
                      send(kind, System.nanoTime());
                    }
                  }));
    }
    join(clients);
    return tally;
  }

  private static void join(List<Thread> threads) {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Sends requests at a rate, each on a thread of its own. */
  private Thread generate(Kind kind, double rate, Duration time) {
    return Thread.ofPlatform()
        .start(
            () -> {
              long start = System.nanoTime();
              long count = (long) (rate * time.toMillis() / 1e3);
              for (long i = 0; i < count; i++) {
                long due = start + (long) (i / rate * 1e9);
                long early = due - System.nanoTime();
                if (early > 0) {
                  ServerProcess.pause(Duration.ofNanos(early));
                }
                if (connections.tryAcquire()) {
                  Thread.ofVirtual()
                      .start(
                          () -> {
                            try {
                              send(kind, due);
                            } finally {
                              connections.release();
                            }
                          });
                } else {
                  tally.unsent();
                }
              }
            });
  }

  private void awaitReplies() {
    connections.acquireUninterruptibly(MAX_CONNECTIONS);
    connections.release(MAX_CONNECTIONS);
  }

  /**
   * Sends a request on an idle connection, or on a new one.
   *
   * @param due when the request should have been sent
   */
  private void send(Kind kind, long due) {
    try {
      Connection connection = connection();
      try {
        int status = exchange(connection, kind).status();
        long now = System.nanoTime();
        tally.add(kind, status, (now - due) / 1e6);
        idle.addFirst(new Idle(connection, now));
      } catch (IOException e) {
        connection.close();
        throw e;
      }
    } catch (IOException e) {
      tally.fail(kind + " " + e.getMessage());
    }
  }

  /** Returns the connection that was used last, unless the server may be closing it. */
  private Connection connection() throws IOException {
    for (Idle last = idle.pollFirst(); last != null; last = idle.pollFirst()) {
      if (System.nanoTime() - last.since() < MAX_IDLE.toNanos()) {
        return last.connection();
      }
      last.connection().close();
    }
    return new Connection(server.port());
  }

  private Connection.Answer exchange(Connection connection, Kind kind) throws IOException {
    return switch (kind) {
      case SEARCH -> connection.post("/api/search", "{\"query\":" + quoted(sentence()) + "}");
      case PUT ->
          connection.send(
              "PUT",
              "/api/documents/d" + ThreadLocalRandom.current().nextInt(DOCUMENTS),
              "application/json",
              document());
    };
  }

  private String document() {
    return "{\"text\":" + quoted(sentence() + " " + sentence()) + "}";
  }

  private String sentence() {
    return sentences.get(ThreadLocalRandom.current().nextInt(sentences.size()));
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
