// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The bytes of a connection, which its client must send in time: a head within a fixed time, a body
 * at an average rate after this time. Only the time in which the server waits for the client
 * counts. A client that sends nothing at all is the task of {@link SilenceWatch}.
 */
final class PacedSource implements Supplier<byte[]> {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final DataReader source;
  private final Duration grace;
  private final int bytesPerSecond;
  private Optional<Thread> waiting = Optional.empty();
  private long waitingSince;
  private boolean silent;
  private volatile Part part = Part.BETWEEN;
  private long waited;
  private long received;

  /** What is read. */
  private enum Part {
    /** The time until a request begins is not limited here. */
    BETWEEN("between requests"),
    HEAD("the head of a request"),
    BODY("the body of a request");

    private final String description;

    Part(String description) {
      this.description = description;
    }
  }

  /**
   * Creates a source.
   *
   * @param grace the time for a head, and for the first bytes of a body
   * @param bytesPerSecond the minimum rate of a body
   */
  PacedSource(DataReader source, Duration grace, int bytesPerSecond) {
    this.source = source;
    this.grace = grace;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** What follows is the time until the next request. */
  void beginPause() {
    begin(Part.BETWEEN);
  }

  /** What follows is a head. */
  void beginHead() {
    begin(Part.HEAD);
  }

  /** What follows is a body. */
  void beginBody() {
    begin(Part.BODY);
  }

  private void begin(Part next) {
    part = next;
    waited = 0;
    received = 0;
  }

  /**
   * Returns the next bytes.
   *
   * @return null at the end
   * @throws SlowClientException if the client is too slow
   */
  @Override
  @SuppressWarnings("ReturnsNullCollection") // Helidon's sign of the end.
  public byte[] get() {
    long start = beginWaiting();
    try {
      source.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException e) {
      return null;
    } finally {
      endWaiting();
    }
    waited += System.nanoTime() - start;
    byte[] bytes = source.readBytes(source.available());
    received += bytes.length;
    if (part != Part.BETWEEN && waited > allowed()) {
      throw tooSlow();
    }
    return bytes;
  }

  /**
   * Waits for more bytes than the connection has, which {@link #get} returns later.
   *
   * @throws DataReader.InsufficientDataAvailableException if there are none
   */
  void await() {
    beginWaiting();
    try {
      source.pullData();
    } finally {
      endWaiting();
    }
  }

  private synchronized long beginWaiting() {
    waiting = Optional.of(Thread.currentThread());
    waitingSince = System.nanoTime();
    return waitingSince;
  }

  private synchronized void endWaiting() {
    waiting = Optional.empty();
    if (silent) {
      // The interrupt was meant for this wait only, whose connection it has closed.
      Thread.interrupted();
    }
  }

  /**
   * Closes the connection if its client has sent nothing for too long.
   *
   * @param silence how long it may send nothing within a request
   * @param idle how long it may send nothing between requests
   */
  synchronized void endIfSilent(Duration silence, Duration idle) {
    Duration limit = part == Part.BETWEEN ? idle : silence;
    if (waiting.isPresent() && System.nanoTime() - waitingSince > limit.toNanos()) {
      silent = true;
      waiting.get().interrupt();
    }
  }

  private SlowClientException tooSlow() {
    return new SlowClientException(part.description + " arrived too slowly");
  }

  private long allowed() {
    // In double, because a body of any length may follow.
    double seconds = part == Part.BODY ? (double) received / bytesPerSecond : 0;
    return grace.toNanos() + (long) (seconds * SECOND);
  }
}
