// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.scaling;

/**
 * Work whose scaling is known, as bounds for that of a search: arithmetic in registers, which
 * shares nothing but the clock of the processors, and copies of arrays that no cache holds, which
 * share the memory.
 */
final class Controls {
  private static final int STEPS = 1 << 20;
  private static final int COPIED_LONGS = 1 << 24;

  private final ThreadLocal<long[][]> arrays =
      ThreadLocal.withInitial(() -> new long[][] {new long[COPIED_LONGS], new long[COPIED_LONGS]});

  /** Keeps the compiler from leaving out the work. */
  volatile long result;

  /** A chain of multiplications. */
  void arithmetic() {
    long state = Thread.currentThread().threadId();
    for (int i = 0; i < STEPS; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
    }
    result = state;
  }

  /** Copies 128 MiB. */
  void copy() {
    long[][] both = arrays.get();
    System.arraycopy(both[0], 0, both[1], 0, COPIED_LONGS);
    result = both[1][0];
  }
}
