// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The bytes of a connection, which its client must send in time: a head within a fixed time, a body
 * at an average rate after this time. Only the time in which the server waits for the client
 * counts. A client that sends nothing at all is handled by the socket's timeout.
 */
final class PacedSource implements Supplier<byte[]> {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final DataReader source;
  private final Duration grace;
  private final int bytesPerSecond;
  private Part part = Part.BETWEEN;
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
    long start = System.nanoTime();
    try {
      source.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException e) {
      return null;
    }
    waited += System.nanoTime() - start;
    byte[] bytes = source.readBytes(source.available());
    received += bytes.length;
    if (part != Part.BETWEEN && waited > allowed()) {
      throw new SlowClientException(part.description + " arrived too slowly");
    }
    return bytes;
  }

  private long allowed() {
    // In double, because a body of any length may follow.
    double seconds = part == Part.BODY ? (double) received / bytesPerSecond : 0;
    return grace.toNanos() + (long) (seconds * SECOND);
  }
}
