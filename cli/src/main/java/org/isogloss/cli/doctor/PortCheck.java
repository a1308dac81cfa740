// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that a server could listen at a port of this machine. */
final class PortCheck {
  private PortCheck() {}

  static Finding run(int port) {
    String check = "port " + port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Finding.ok(check, "is free for isogloss serve");
    } catch (IOException e) {
      return Finding.warning(
          check,
          "is not free: " + e.getMessage(),
          "serve at another one: isogloss serve --port " + (port < 65_535 ? port + 1 : port - 1));
    }
  }
}
