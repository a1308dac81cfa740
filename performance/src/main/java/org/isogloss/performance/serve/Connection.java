// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A connection of a client that is kept open between requests: HTTP/1.1 over a plain socket,
 * because the clients share the processors with the server, so that their own cost matters. Not
 * thread-safe.
 */
final class Connection implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** The reply to a request. */
  @SuppressWarnings("ArrayRecordComponent")
  record Answer(int status, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** Connects to a server of this machine. */
  Connection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) TIMEOUT.toMillis());
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    out = socket.getOutputStream();
  }

  Answer get(String path) throws IOException {
    return send("GET", path, "application/json", "");
  }

  Answer post(String path, String json) throws IOException {
    return send("POST", path, "application/json", json);
  }

  Answer send(String method, String path, String contentType, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] head = head(method, path, contentType, "Content-Length: " + bytes.length);
    ByteArrayOutputStream all = new ByteArrayOutputStream(head.length + bytes.length);
    all.writeBytes(head);
    all.writeBytes(bytes);
    all.writeTo(out);
    return receive();
  }

  /** Returns the first lines of a request, with the blank line after them. */
  static byte[] head(String method, String path, String contentType, String bodyHeader) {
    return (method
            + " "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            + contentType
            + "\r\n"
            + bodyHeader
            + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The bytes of requests, for clients that send only part of one. */
  OutputStream out() {
    return out;
  }

  /** Sends no more, but still receives. */
  void closeOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads the reply to what has been sent. */
  Answer receive() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int status = receive(body);
    return new Answer(status, body.toByteArray());
  }

  /**
   * Reads the reply to what has been sent.
   *
   * @param body receives the body as it arrives
   * @return the status
   */
  int receive(OutputStream body) throws IOException {
    String[] status = readLine().split(" ", 3);
    Map<String, String> headers = new HashMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      for (int size = chunkSize(); size > 0; size = chunkSize()) {
        copy(size, body);
        readLine();
      }
      readLine();
    } else {
      copy(Long.parseLong(headers.getOrDefault("content-length", "0")), body);
    }
    return Integer.parseInt(status[1]);
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(readLine().strip(), 16);
  }

  private void copy(long size, OutputStream target) throws IOException {
    byte[] buffer = new byte[(int) Math.min(size, 1 << 16)];
    for (long left = size; left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException("the reply ended early");
      }
      target.write(buffer, 0, read);
      left -= read;
    }
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
