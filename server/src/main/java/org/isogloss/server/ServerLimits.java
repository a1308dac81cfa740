// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much a server accepts.
 *
 * @param maxBodyBytes size of a request that is read as a whole, 1 KiB or more
 * @param maxDocumentBytes size of a document, 1 KiB or more
 * @param maxTexts number of texts of a request for vectors or scores, 1 or more
 * @param concurrency number of requests that are worked on at the same time, 1 or more
 * @param queue number of requests that may wait, 1 or more; further ones are refused
 * @param timeLimit how long a client waits at most
 * @param connections number of open connections, 1 or more; an idle one uses little memory, and
 *     further clients wait until one is closed
 * @param slowClients how slowly clients may send
 */
public record ServerLimits(
    int maxBodyBytes,
    int maxDocumentBytes,
    int maxTexts,
    int concurrency,
    int queue,
    Duration timeLimit,
    int connections,
    SlowClients slowClients) {
  /** The limits of a server that is started without others. */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          16 << 20, 10 << 20, 2_048, 32, 256, Duration.ofSeconds(60), 8_192, SlowClients.DEFAULT);

  private static final int MIN_BYTES = 1 << 10;

  public ServerLimits {
    requireAtLeast("maxBodyBytes", maxBodyBytes, MIN_BYTES);
    requireAtLeast("maxDocumentBytes", maxDocumentBytes, MIN_BYTES);
    requireAtLeast("maxTexts", maxTexts, 1);
    requireAtLeast("concurrency", concurrency, 1);
    requireAtLeast("queue", queue, 1);
    requireAtLeast("connections", connections, 1);
    requireNonNull(slowClients, "slowClients is null");
    if (!timeLimit.isPositive()) {
      throw new IllegalArgumentException("timeLimit is " + timeLimit + ", expected more than 0");
    }
  }

  private static void requireAtLeast(String name, int value, int min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " is " + value + ", expected " + min + " or more");
    }
  }

  /** Returns these limits with another number of requests at the same time and in the queue. */
  public ServerLimits withWork(int concurrency, int queue) {
    return new ServerLimits(
        maxBodyBytes,
        maxDocumentBytes,
        maxTexts,
        concurrency,
        queue,
        timeLimit,
        connections,
        slowClients);
  }

  /** Returns these limits with another size of a request. */
  public ServerLimits withMaxBodyBytes(int maxBodyBytes) {
    return new ServerLimits(
        maxBodyBytes,
        maxDocumentBytes,
        maxTexts,
        concurrency,
        queue,
        timeLimit,
        connections,
        slowClients);
  }

  /** Returns these limits with another time limit. */
  public ServerLimits withTimeLimit(Duration timeLimit) {
    return new ServerLimits(
        maxBodyBytes,
        maxDocumentBytes,
        maxTexts,
        concurrency,
        queue,
        timeLimit,
        connections,
        slowClients);
  }

  /** Returns these limits with others on slow clients. */
  public ServerLimits withSlowClients(SlowClients slowClients) {
    return new ServerLimits(
        maxBodyBytes,
        maxDocumentBytes,
        maxTexts,
        concurrency,
        queue,
        timeLimit,
        connections,
        slowClients);
  }

  /** Returns these limits with another number of open connections. */
  public ServerLimits withConnections(int connections) {
    return new ServerLimits(
        maxBodyBytes,
        maxDocumentBytes,
        maxTexts,
        concurrency,
        queue,
        timeLimit,
        connections,
        slowClients);
  }
}
