// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the bodies of all requests share, so that many large requests at once are refused
 * instead of exhausting the heap. Thread-safe.
 */
public final class MemoryBudget {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final long bytes;
  private final AtomicLong used = new AtomicLong();

  /**
   * Creates a budget of which nothing is used.
   *
   * @param bytes size of all bodies together
   */
  public MemoryBudget(long bytes) {
    this.bytes = bytes;
  }

  /** The part of the budget that one request uses; closing it frees this part. */
  final class Share implements AutoCloseable {
    private long reserved;

    /**
     * Enlarges the share.
     *
     * @throws RequestException if other requests use the rest of the budget
     */
    void reserve(long more) {
      if (used.addAndGet(more) > bytes) {
        used.addAndGet(-more);
        throw RequestException.overloaded(
            "the server is reading too many large requests; try again later", RETRY_AFTER);
      }
      reserved += more;
    }

    @Override
    public void close() {
      used.addAndGet(-reserved);
      reserved = 0;
    }
  }

  Share share() {
    return new Share();
  }

  /** Number of bytes that requests use now. */
  public long used() {
    return used.get();
  }
}
