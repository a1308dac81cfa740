// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a port of this machine, and counts them. */
final class CountingRelay implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger connections = new AtomicInteger();
  private final int to;

  CountingRelay(int to) throws IOException {
    this.to = to;
    threads.execute(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket from = listening.accept();
        connections.incrementAndGet();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
        threads.execute(() -> copy(from, server));
        threads.execute(() -> copy(server, from));
      }
    } catch (IOException e) {
      return; // The relay was closed.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      return; // One of the sides has closed the connection.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    threads.shutdownNow();
  }
}
