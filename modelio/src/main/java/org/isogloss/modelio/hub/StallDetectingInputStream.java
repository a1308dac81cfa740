// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A response body with a stall timeout: if the server stops sending without closing the connection,
 * reading fails instead of waiting forever.
 */
final class StallDetectingInputStream extends InputStream {
  private final InputStream body;
  private final Duration stallTimeout;
  private final Thread watch;
  private volatile long waitingSince;
  private volatile boolean waiting;
  private volatile boolean stalled;

  /**
   * Starts to monitor a response body.
   *
   * @param stallTimeout maximum time without data
   */
  StallDetectingInputStream(InputStream body, Duration stallTimeout) {
    this.body = body;
    this.stallTimeout = stallTimeout;
    this.watch = Thread.ofVirtual().name("isogloss-fetch-watch").unstarted(this::watch);
    watch.start();
  }

  private void watch() {
    long timeout = stallTimeout.toNanos();
    try {
      while (true) {
        // Time between two reads, for example for writing to disk, does not count.
        long left = waiting ? waitingSince + timeout - System.nanoTime() : timeout;
        if (left <= 0) {
          stalled = true;
          body.close();
          return;
        }
        TimeUnit.NANOSECONDS.sleep(left);
      }
    } catch (InterruptedException | IOException e) {
      // The stream was closed: stop watching.
    }
  }

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(buffer[0]);
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    waitingSince = System.nanoTime();
    waiting = true;
    int read;
    try {
      read = body.read(bytes, from, length);
    } catch (IOException e) {
      throw stalled ? stallException() : e;
    } finally {
      waiting = false;
    }
    if (stalled) {
      throw stallException();
    }
    return read;
  }

  private IOException stallException() {
    return new HubClient.TransientException(
        "no data received for " + stallTimeout.toSeconds() + " seconds", Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    watch.interrupt();
    body.close();
  }
}
