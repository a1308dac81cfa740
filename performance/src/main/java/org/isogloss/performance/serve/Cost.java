// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.time.Duration;

/**
 * What a text costs. Unlike the time that passes, the time of the processors hardly depends on what
 * other programs of the machine do meanwhile.
 *
 * @param seconds the time that passes
 * @param processorSeconds the time of all processors in this process
 */
record Cost(double seconds, double processorSeconds) {
  /** Measures work on some texts. */
  static Cost of(int texts, Runnable work) {
    long start = System.nanoTime();
    Duration processor = processorTime();
    work.run();
    return new Cost(
        (System.nanoTime() - start) / 1e9 / texts,
        processorTime().minus(processor).toNanos() / 1e9 / texts);
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
