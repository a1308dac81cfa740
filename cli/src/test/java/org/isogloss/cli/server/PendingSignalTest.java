// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingSignalTest {
  @Test
  void runsTheActionOnceForTheSignalsBeforeItAndForEachLaterOne() {
    AtomicInteger runs = new AtomicInteger();
    PendingSignal signal = new PendingSignal();
    signal.receive();
    signal.receive();
    signal.handle(runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    signal.receive();
    assertThat(runs).hasValue(2);
  }
}
