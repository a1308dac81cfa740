// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends connections whose clients send nothing. Helidon 4.5 has a timeout for reading, but does not
 * pass it to sockets, and its timer for idle connections ends only those that wait for the first
 * line of a request: a client that falls silent later would keep its connection forever. One thread
 * for all connections costs less than a timeout for each read.
 */
public final class SilenceWatch implements AutoCloseable {
  /** Lets a connection end after at most this share of its limit more. */
  private static final int CHECKS_PER_LIMIT = 10;

  private final Duration silence;
  private final Duration idle;
  private final Set<PacedSource> sources = ConcurrentHashMap.newKeySet();
  private final Thread thread;

  /**
   * Starts to watch.
   *
   * @param silence how long a client may send nothing within a request
   * @param idle how long it may send nothing between requests
   */
  public SilenceWatch(Duration silence, Duration idle) {
    this.silence = silence;
    this.idle = idle;
    this.thread = Thread.ofPlatform().daemon().name("isogloss-silence").start(this::run);
  }

  private void run() {
    Duration shorter = silence.compareTo(idle) < 0 ? silence : idle;
    try {
      while (true) {
        Thread.sleep(shorter.dividedBy(CHECKS_PER_LIMIT));
        sources.forEach(source -> source.endIfSilent(silence, idle));
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  void add(PacedSource source) {
    sources.add(source);
  }

  void remove(PacedSource source) {
    sources.remove(source);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
