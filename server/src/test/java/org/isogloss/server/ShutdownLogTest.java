// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ShutdownLogTest {
  /** The listener is then interrupted, which it would report as an error. */
  @Test
  void stopsWithoutAnErrorWhileNoMoreConnectionsAreAllowed() throws Exception {
    ServerLimits limits =
        ServerLimits.DEFAULT.withConnections(1).withTimeLimit(Duration.ofSeconds(1));
    SearchServer server = SearchServer.builder().model("tiny").port(0).limits(limits).start();
    try (RecordedLog log = new RecordedLog();
        Socket only = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      Waiting.until(ShutdownLogTest::listenerWaits);
      server.close();
      assertThat(only.isConnected()).isTrue();
      assertThat(log.records()).allMatch(entry -> entry.getThrown() == null);
      assertThat(log.records())
          .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
          .extracting(LogRecord::getMessage)
          .noneMatch(message -> message.contains("listening"));
    }
  }

  private static boolean listenerWaits() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().endsWith("-listener")
                    && thread.getState() == Thread.State.WAITING);
  }
}
