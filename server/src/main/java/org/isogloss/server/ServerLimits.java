// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much a server accepts.
 *
 * @param sizes how large requests may be
 * @param work how many requests are processed at the same time, and for how long
 * @param connections number of open connections, 1 or more; an idle one uses little memory, and
 *     further clients wait until one is closed
 * @param slowClients how slowly clients may send
 */
public record ServerLimits(Sizes sizes, Work work, int connections, SlowClients slowClients) {
  /** The limits of a server that is started without others. */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          new Sizes(16 << 20, 10 << 20, 2_048),
          new Work(32, 256, Duration.ofSeconds(60)),
          8_192,
          SlowClients.DEFAULT);

  public ServerLimits {
    requireNonNull(sizes, "sizes is null");
    requireNonNull(work, "work is null");
    requireAtLeast("connections", connections, 1);
    requireNonNull(slowClients, "slowClients is null");
  }

  /**
   * How large requests may be.
   *
   * @param maxBodyBytes size of a request that is read as a whole, 1 KiB or more
   * @param maxDocumentBytes size of a document, 1 KiB or more
   * @param maxTexts number of texts of a request for vectors or scores, 1 or more
   */
  public record Sizes(int maxBodyBytes, int maxDocumentBytes, int maxTexts) {
    private static final int MIN_BYTES = 1 << 10;

    public Sizes {
      requireAtLeast("maxBodyBytes", maxBodyBytes, MIN_BYTES);
      requireAtLeast("maxDocumentBytes", maxDocumentBytes, MIN_BYTES);
      requireAtLeast("maxTexts", maxTexts, 1);
    }
  }

  /**
   * How many requests are processed.
   *
   * @param concurrency number of requests that are processed at the same time, 1 or more
   * @param queue number of requests that may wait, 1 or more; further ones are refused
   * @param timeLimit how long a client waits at most
   */
  public record Work(int concurrency, int queue, Duration timeLimit) {
    public Work {
      requireAtLeast("concurrency", concurrency, 1);
      requireAtLeast("queue", queue, 1);
      if (!timeLimit.isPositive()) {
        throw new IllegalArgumentException("timeLimit is " + timeLimit + ", expected more than 0");
      }
    }
  }

  private static void requireAtLeast(String name, int value, int min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " is " + value + ", expected " + min + " or more");
    }
  }

  /** Returns these limits with other sizes of requests. */
  public ServerLimits withSizes(Sizes other) {
    return new ServerLimits(other, work, connections, slowClients);
  }

  /** Returns these limits with another number of requests at the same time and in the queue. */
  public ServerLimits withWork(int concurrency, int queue) {
    return new ServerLimits(
        sizes, new Work(concurrency, queue, work.timeLimit), connections, slowClients);
  }

  /** Returns these limits with another time limit. */
  public ServerLimits withTimeLimit(Duration other) {
    return new ServerLimits(
        sizes, new Work(work.concurrency, work.queue, other), connections, slowClients);
  }

  /** Returns these limits with another number of open connections. */
  public ServerLimits withConnections(int other) {
    return new ServerLimits(sizes, work, other, slowClients);
  }

  /** Returns these limits with others on slow clients. */
  public ServerLimits withSlowClients(SlowClients other) {
    return new ServerLimits(sizes, work, connections, other);
  }
}
