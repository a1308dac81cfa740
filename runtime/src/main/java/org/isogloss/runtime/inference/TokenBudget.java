// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.concurrent.Semaphore;

/**
 * Bounds the number of tokens of long texts that run at a time, whatever the number of threads,
 * because the memory of attention grows with the square of the length of a text. Short batches are
 * not counted: they never wait for long ones. Thread-safe.
 */
final class TokenBudget {
  private final int free;
  private final int total;
  private final Semaphore remaining;

  /**
   * Creates a budget.
   *
   * @param free maximum number of tokens of a batch that is not counted
   * @param total maximum number of counted tokens at a time; a longer text runs alone
   */
  TokenBudget(int free, int total) {
    this.free = free;
    this.total = total;
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
    return tokens <= free ? 0 : Math.min(tokens, total);
  }
}
