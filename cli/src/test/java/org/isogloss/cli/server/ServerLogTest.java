// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ServerLogTest {
  private static final Logger DETAILED = Logger.getLogger("io.helidon.webserver.Detailed");

  private static LogRecord shortened(String logger) {
    LogRecord record = new LogRecord(Level.SEVERE, "Got a throwable while listening");
    record.setLoggerName(logger);
    record.setThrown(new InterruptedException("stopped"));
    assertThat(ServerLog.shorten(record)).isTrue();
    return record;
  }

  @Test
  void replacesStackTracesOfHelidonByWhatWasThrown() {
    LogRecord record = shortened("io.helidon.webserver.ServerListener");
    assertThat(record.getThrown()).isNull();
    assertThat(record.getMessage())
        .isEqualTo("Got a throwable while listening: java.lang.InterruptedException: stopped");
  }

  @Test
  void keepsStackTracesOfOthersAndInDetailedLogs() {
    assertThat(shortened("org.isogloss.server").getThrown()).isNotNull();
    DETAILED.setLevel(Level.FINE);
    assertThat(shortened(DETAILED.getName()).getThrown()).isNotNull();
  }
}
