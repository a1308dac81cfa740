// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Keeps stack traces of Helidon 4.5 out of the log, unless its level is FINE. Helidon reports what
 * follows from a stop as an error, and a connection that fails in an unexpected way with its trace,
 * so that clients could fill the log. Without effect on logs other than those of java.util.logging.
 */
public final class HelidonLog {
  /** Referenced here because the log manager would forget the loggers and their filters. */
  private static final List<Logger> LOGGERS =
      Stream.of("ServerListener", "ConnectionHandler", "http1.Http1Connection")
          .map(name -> Logger.getLogger("io.helidon.webserver." + name))
          .toList();

  private HelidonLog() {}

  /** Applies to all servers of the process. */
  public static void withoutStackTraces() {
    LOGGERS.forEach(
        logger -> logger.setFilter(entry -> logger.isLoggable(Level.FINE) || shorten(entry)));
  }

  /**
   * Replaces the stack trace of a record by what was thrown.
   *
   * @return whether the record is to be logged
   */
  static boolean shorten(LogRecord entry) {
    Throwable thrown = entry.getThrown();
    if (thrown == null) {
      return true;
    }
    entry.setThrown(null);
    entry.setMessage(entry.getMessage() + ": " + thrown);
    return !isStop(thrown);
  }

  /** Whether a listener throws it because its server is being stopped. */
  private static boolean isStop(Throwable thrown) {
    return thrown instanceof ClosedChannelException
        || thrown instanceof InterruptedException
        || thrown instanceof RejectedExecutionException;
  }
}
