// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Logs malformed requests, a line for each but at most {@value #MAX_LINES} a minute, so that a
 * client cannot fill the disk. Thread-safe.
 */
final class MalformedRequestLog {
  private static final System.Logger LOG = System.getLogger(MalformedRequestLog.class.getName());
  private static final int MAX_LINES = 10;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private long start = System.nanoTime();
  private int lines;
  private long omitted;

  /**
   * Logs a request.
   *
   * @param client the address of the client
   * @param problem what is malformed, without a quotation of the request
   */
  synchronized void report(String client, String problem) {
    long now = System.nanoTime();
    if (now - start >= MINUTE) {
      if (omitted > 0) {
        LOG.log(Level.WARNING, "{0} more malformed requests were not logged", omitted);
      }
      start = now;
      lines = 0;
      omitted = 0;
    }
    if (lines < MAX_LINES) {
      lines++;
      LOG.log(Level.WARNING, "a request of {0} was refused: {1}", client, problem);
    } else {
      omitted++;
    }
  }
}
