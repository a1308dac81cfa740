// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that neither reads what it receives nor computes: it answers each part that arrives with
 * the same bytes, on a virtual thread for each connection. What its clients and it take is the cost
 * of the sockets, below which no server of this kind can be.
 */
final class BareServer implements AutoCloseable {
  private static final int MAX_REQUEST = 1 << 16;
  private static final int BACKLOG = 64;

  private final ServerSocket socket;
  private final byte[] reply;

  /**
   * Starts the server.
   *
   * @param size number of bytes of the content of a reply
   */
  BareServer(int size) throws IOException {
    this.reply =
        ("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + "0".repeat(size))
            .getBytes(StandardCharsets.US_ASCII);
    this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        connection.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> answer(connection));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void answer(Socket connection) {
    byte[] request = new byte[MAX_REQUEST];
    try (connection;
        InputStream in = connection.getInputStream();
        OutputStream out = connection.getOutputStream()) {
      while (in.read(request) >= 0) {
        out.write(reply);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
