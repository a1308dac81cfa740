// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A connection whose first bytes tell whether its client speaks HTTP/2: it then begins with the
 * preface of RFC 9113, without an upgrade. A connection that is closed before is one of HTTP/1.
 */
final class ClientConnection implements ServerConnection, InterruptableTask<Void> {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final DataReader reader;
  private final PacedSource bytes;
  private final SilenceWatch watch;
  private final Supplier<ServerConnection> http1;
  private final Supplier<ServerConnection> http2;
  private final IdleTimer timer;
  private volatile Optional<ServerConnection> chosen = Optional.empty();
  private volatile Optional<Thread> thread = Optional.empty();
  private volatile boolean closed;

  /**
   * Creates a connection.
   *
   * @param reader the bytes of the client, which are not consumed here
   * @param bytes reads the same bytes for the protocols
   * @param watch ends the connection if its client sends nothing
   */
  ClientConnection(
      DataReader reader,
      PacedSource bytes,
      SilenceWatch watch,
      Supplier<ServerConnection> http1,
      Supplier<ServerConnection> http2,
      IdleTimer timer) {
    this.reader = reader;
    this.bytes = bytes;
    this.watch = watch;
    this.http1 = http1;
    this.http2 = http2;
    this.timer = timer;
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    thread = Optional.of(Thread.currentThread());
    watch.add(bytes);
    try {
      choose().handle(limit);
    } finally {
      watch.remove(bytes);
    }
  }

  private ServerConnection choose() {
    ServerConnection connection = (beginsWithPreface() ? http2 : http1).get();
    chosen = Optional.of(connection);
    if (closed) {
      connection.close(false);
    }
    return connection;
  }

  /** Reads only as far as the client may speak HTTP/2: others may wait for a reply. */
  private boolean beginsWithPreface() {
    try {
      for (int i = 0; i < PREFACE.length; i++) {
        if (byteAt(i) != PREFACE[i]) {
          return false;
        }
      }
      return true;
    } catch (DataReader.InsufficientDataAvailableException e) {
      return false;
    }
  }

  private int byteAt(int index) {
    while (reader.available() <= index) {
      bytes.await();
    }
    return reader.getBuffer(index + 1).get(index);
  }

  /** Called by Helidon's timer. */
  @Override
  public Duration idleTime() {
    throw timer.end();
  }

  @Override
  public void close(boolean interrupt) {
    closed = true;
    if (chosen.isPresent()) {
      chosen.get().close(interrupt);
    } else {
      thread.ifPresent(Thread::interrupt);
    }
  }

  @Override
  public boolean canInterrupt() {
    return chosen
        .map(connection -> connection instanceof InterruptableTask<?> task && task.canInterrupt())
        .orElse(true);
  }
}
