// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the timer by which Helidon 4.5 closes idle connections. Each {@code WebServer} starts one
 * with a thread of its own, which nothing ends, not even {@code stop()}: it would remain for each
 * server of the process, and keep the server in memory. Here, {@link SilenceWatch} closes idle
 * connections, so that the timer is not needed. It is accessible only where it asks a connection
 * how long it has been idle: an exception ends its thread there.
 */
public final class IdleTimer {
  /** How often the timer asks until it has ended. */
  public static final Duration PERIOD = Duration.ofMillis(10);

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final CountDownLatch ended = new CountDownLatch(1);

  /** Ends the timer, on whose thread this is called. */
  IllegalStateException end() {
    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
    ended.countDown();
    return new IllegalStateException(
        "silent connections are watched otherwise: the timer is not needed");
  }

  /**
   * Waits until the timer has ended.
   *
   * @param address the address of the server, to which this method connects without TLS: the timer
   *     asks open connections only. With TLS, it ends when the first client is connected.
   */
  public void end(InetAddress address, int port) {
    InetAddress reachable =
        address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
    try (Socket connection = new Socket(reachable, port)) {
      if (!ended.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        connection.shutdownOutput();
      }
    } catch (IOException e) {
      // The first client ends it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
