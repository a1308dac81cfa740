// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An ordinary client that searches and puts a document by turns, each on a new connection, while
 * others misbehave.
 */
final class Probe implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final int port;
  private final List<Double> searches = new ArrayList<>();
  private final List<Double> puts = new ArrayList<>();
  private final Map<String, Integer> others = new TreeMap<>();
  private final Thread thread;
  private volatile boolean stopped;

  /** Starts the client, which runs until it is closed. */
  Probe(int port) {
    this.port = port;
    this.thread = Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    while (!stopped) {
      ask(searches, "POST", "/api/search", "{\"query\":\"cat\",\"pipeline\":\"bm25\"}");
      ask(puts, "PUT", "/api/documents/probe", "{\"text\":\"The cat sleeps.\"}");
      ServerProcess.pause(PAUSE);
    }
  }

  private void ask(List<Double> times, String method, String path, String body) {
    long start = System.nanoTime();
    String result;
    try (Connection connection = new Connection(port)) {
      result = String.valueOf(connection.send(method, path, "application/json", body).status());
    } catch (IOException e) {
      result = e.getClass().getSimpleName();
    }
    if (result.equals("200")) {
      times.add((System.nanoTime() - start) / 1e6);
    } else {
      others.merge(method + " " + result, 1, Integer::sum);
    }
  }

  /** Stops the client and waits for its last reply. */
  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the client has received, after it was closed. */
  @Override
  public String toString() {
    return describe("searches", searches)
        + "; "
        + describe("puts", puts)
        + "; other replies "
        + others;
  }

  private static String describe(String name, List<Double> times) {
    return times.isEmpty()
        ? "no " + name
        : String.format(
            Locale.ROOT,
            "%d %s, p50 %.1f ms, longest %.0f ms",
            times.size(),
            name,
            Figures.median(times),
            Figures.quantile(times, 1));
  }
}
