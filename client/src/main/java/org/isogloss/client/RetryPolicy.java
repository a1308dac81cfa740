// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.time.Duration;
import java.util.Optional;

/**
 * When a request is repeated: after the statuses by which a server refuses requests because it is
 * overloaded.
 *
 * @param retries maximum number of repetitions
 * @param maxDelay the longest time to wait before a repetition; if the server asks for a longer
 *     one, the request fails
 * @param repeatsAccepted whether a request is also repeated after an answer that the server may
 *     still do what it asks for (status 503)
 * @param limit the longest time of all attempts; empty without limit
 */
record RetryPolicy(
    int retries, Duration maxDelay, boolean repeatsAccepted, Optional<Duration> limit) {
  private static final int REFUSED = 429;
  private static final int UNAVAILABLE = 503;

  RetryPolicy(int retries, Duration maxDelay) {
    this(retries, maxDelay, true, Optional.empty());
  }

  /**
   * For a change whose reply says what was changed: a repetition after status 503 would find it
   * made.
   */
  RetryPolicy onlyIfRefused() {
    return new RetryPolicy(retries, maxDelay, false, limit);
  }

  RetryPolicy within(Optional<Duration> newLimit) {
    return new RetryPolicy(retries, maxDelay, repeatsAccepted, newLimit);
  }

  /** Whether a request is repeated after a status. */
  boolean repeatsAfter(int status) {
    return status == REFUSED || (repeatsAccepted && status == UNAVAILABLE);
  }
}
