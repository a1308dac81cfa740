package org.isogloss.modelio.hub;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer, read as long as something comes: where a server goes silent without ending
 * the connection, reading fails instead of waiting for ever.
 */
final class StallDetectingInputStream extends InputStream {
  private final InputStream body;
  private final Duration stallTimeout;
  private final Thread watch;
  private volatile long since;
  private volatile boolean waiting;
  private volatile boolean stalled;

  /**
   * Watches a body.
   *
   * @param stallTimeout how long nothing may come
   */
  StallDetectingInputStream(InputStream body, Duration stallTimeout) {
    this.body = body;
    this.stallTimeout = stallTimeout;
    this.watch = Thread.ofVirtual().name("isogloss-fetch-watch").unstarted(this::watch);
    watch.start();
  }

  private void watch() {
    long most = stallTimeout.toNanos();
    try {
      while (true) {
        // What is written to disk between two reads takes its time too, and is not counted.
        long left = waiting ? since + most - System.nanoTime() : most;
        if (left <= 0) {
          stalled = true;
          body.close();
          return;
        }
        TimeUnit.NANOSECONDS.sleep(left);
      }
    } catch (InterruptedException | IOException e) {
      // Closed: there is nothing to be watched any more.
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    since = System.nanoTime();
    waiting = true;
    int read;
    try {
      read = body.read(bytes, from, length);
    } catch (IOException e) {
      throw stalled ? silent() : e;
    } finally {
      waiting = false;
    }
    if (stalled) {
      throw silent();
    }
    return read;
  }

  private IOException silent() {
    return new HubClient.TransientException(
        "nothing came for " + stallTimeout.toSeconds() + " seconds", Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    watch.interrupt();
    body.close();
  }
}
