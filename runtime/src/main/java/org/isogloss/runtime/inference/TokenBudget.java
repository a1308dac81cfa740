// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.concurrent.Semaphore;

/**
 * Bounds the memory of the attention of long texts that run at a time, whatever the number of
 * threads. It grows with the length of a text, or with its square. Short batches are not counted:
 * they never wait for long ones. Thread-safe.
 */
final class TokenBudget {
  private final int free;
  private final int total;
  private final boolean quadratic;
  private final Semaphore remaining;

  /**
   * Creates a budget.
   *
   * @param free maximum number of tokens of a batch that is not counted
   * @param total maximum number of counted tokens at a time; a longer text runs alone
   * @param quadratic whether the memory grows with the square of the length: then a text of half
   *     the total runs alone, and texts that run at a time need no more memory than this one
   */
  TokenBudget(int free, int total, boolean quadratic) {
    this.free = free;
    this.total = total;
    this.quadratic = quadratic;
    remaining = new Semaphore(total, true);
  }

  /** Waits until a batch may run. */
  void acquire(int tokens) {
    remaining.acquireUninterruptibly(counted(tokens));
  }

  /** Ends a batch that was allowed to run. */
  void release(int tokens) {
    remaining.release(counted(tokens));
  }

  private int counted(int tokens) {
    if (tokens <= free) {
      return 0;
    }
    long cost = quadratic ? Math.max(tokens, 4L * tokens * tokens / total) : tokens;
    return (int) Math.min(cost, total);
  }
}
