// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/**
 * Writes a line of JSON for each request: time, client, method, path, status, bytes, milliseconds,
 * and the ids of the request and of its trace. Parameters, which may contain queries, are left out.
 * Thread-safe.
 */
public final class AccessLog implements RequestListener, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AccessLog.class.getName());
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private final Path file;
  private final Clock clock;
  private OutputStream out;
  private boolean failed;

  /**
   * Opens a file, to which lines are appended.
   *
   * @throws IsoglossException if it cannot be written, or is a folder
   */
  public AccessLog(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
    this.out = open(file);
  }

  private static OutputStream open(Path file) {
    try {
      return Files.newOutputStream(
          file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IsoglossException(file + ": " + FileErrors.describe(e), e);
    }
  }

  /**
   * Opens the file again, after another program has renamed it.
   *
   * @throws IsoglossException like the constructor; the former file then remains in use
   */
  public void reopen() {
    OutputStream next = open(file);
    synchronized (this) {
      close();
      out = next;
      failed = false;
    }
  }

  @Override
  public void answered(Exchange exchange) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    line.put("request", exchange.id());
    exchange.traceId().ifPresent(trace -> line.put("trace", trace));
    line.put("client", exchange.client());
    line.put("method", exchange.method());
    line.put("path", exchange.path());
    line.put("status", exchange.status());
    line.put("bytes", exchange.bytes());
    line.put("ms", exchange.elapsed().toNanos() / NANOS_PER_MILLISECOND);
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      write(bytes);
    }
  }

  /** Requests are answered whether or not there is space for their lines. */
  private void write(byte[] line) {
    try {
      out.write(line);
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        failed = true;
        LOG.log(Level.WARNING, "{0}: {1}; lines are missing", file, FileErrors.describe(e));
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0}: {1}", file, FileErrors.describe(e));
    }
  }
}
