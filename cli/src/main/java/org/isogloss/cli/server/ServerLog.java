// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Leaves stack traces of Helidon out of the log, unless its level is FINE. Helidon 4.5 writes them
 * when a server is stopped while it waits for a connection, and when a connection fails in a way
 * that it does not expect.
 */
final class ServerLog {
  private static final String HELIDON = "io.helidon";

  private ServerLog() {}

  /** Applies to everything that is logged by handlers which exist now. */
  static void withoutStackTraces() {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFilter(ServerLog::shorten);
    }
  }

  /** Replaces the stack trace of a record by what was thrown. */
  static boolean shorten(LogRecord record) {
    Throwable thrown = record.getThrown();
    String name = String.valueOf(record.getLoggerName());
    if (thrown != null
        && name.startsWith(HELIDON)
        && !Logger.getLogger(name).isLoggable(Level.FINE)) {
      record.setThrown(null);
      record.setMessage(record.getMessage() + ": " + thrown);
    }
    return true;
  }
}
