// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

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
  private final byte[] buffer = new byte[1 << 14];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final OutputStream out;
  private int position;
  private int limit;

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
    in = socket.getInputStream();
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
    for (long left = size; left > 0; ) {
      if (position == limit) {
        fill("the reply ended early");
      }
      int part = (int) Math.min(left, limit - position);
      target.write(buffer, position, part);
      position += part;
      left -= part;
    }
  }

  private String readLine() throws IOException {
    line.reset();
    for (int next = nextByte(); next != '\n'; next = nextByte()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private int nextByte() throws IOException {
    if (position == limit) {
      fill("the server closed the connection");
    }
    return buffer[position++] & 0xff;
  }

  private void fill(String atEnd) throws IOException {
    position = 0;
    limit = in.read(buffer);
    if (limit < 0) {
      limit = 0;
      throw new EOFException(atEnd);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
