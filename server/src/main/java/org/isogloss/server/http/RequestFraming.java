// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the requests of a connection and passes them on in the form that Helidon 4.5 understands:
 * in HTTP/1.1, with chunks without extensions, and without trailers. What is malformed never
 * reaches it, because Helidon accepts some of it, after which it would read the rest of a body as
 * the next request, and writes a stack trace to the log for the rest.
 */
final class RequestFraming implements Supplier<byte[]> {
  /** Bytes of a line and of all headers; Helidon refuses a head that is half as long. */
  private static final int MAX_HEAD = 1 << 15;

  /** Bytes of the line with the size of a chunk and its extensions, and of all trailers. */
  private static final int MAX_CHUNK_LINE = 1 << 12;

  /** Bytes that are passed on at once. */
  private static final int MAX_PART = 1 << 14;

  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9A-Fa-f]{1,15})[ \t]*(;.*)?");
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** What comes next. */
  private enum State {
    HEAD,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    /** The rest of the connection, which is passed on as it is, because Helidon refuses it. */
    REFUSED,
    MALFORMED
  }

  private final PacedSource pace;
  private final DataReader source;
  private final String host;
  private final Consumer<String> malformed;
  private State state = State.HEAD;
  private long remaining;

  /**
   * Creates a reader of requests.
   *
   * @param pace the bytes of the connection
   * @param host the address of the server with its port
   * @param malformed receives a description of each malformed request
   */
  RequestFraming(PacedSource pace, String host, Consumer<String> malformed) {
    this.pace = pace;
    this.source = DataReader.create(pace);
    this.host = host;
    this.malformed = malformed;
  }

  /**
   * Returns the next bytes.
   *
   * @return null at the end
   */
  @Override
  @SuppressWarnings("ReturnsNullCollection") // Helidon's sign of the end.
  public byte[] get() {
    try {
      return next();
    } catch (SlowClientException e) {
      // The endpoint that reads a body answers itself.
      throw state == State.HEAD ? refuse(Status.REQUEST_TIMEOUT_408, e.getMessage(), e) : slow(e);
    }
  }

  private SlowClientException slow(SlowClientException e) {
    state = State.MALFORMED;
    malformed.accept(e.getMessage());
    return e;
  }

  @SuppressWarnings("ReturnsNullCollection")
  private byte[] next() {
    try {
      if (state != State.MALFORMED) {
        source.ensureAvailable();
      }
    } catch (DataReader.InsufficientDataAvailableException e) {
      return null;
    }
    return switch (state) {
      case HEAD -> head();
      case BODY -> body();
      case CHUNK_SIZE -> chunkSize();
      case CHUNK -> chunk();
      case REFUSED -> available(MAX_PART);
      // At once: closing a body reads to its end, for which a slow client would let it wait.
      case MALFORMED -> throw new CloseConnectionException("a request was malformed");
    };
  }

  private byte[] head() {
    pace.beginHead();
    try {
      int end = source.findNewLine(MAX_HEAD);
      if (end >= MAX_HEAD) {
        state = State.REFUSED;
        return available(MAX_PART);
      }
      String requestLine = line(end);
      if (!RequestHead.hasMethod(requestLine)) {
        throw new IllegalArgumentException("the name of the method is malformed");
      }
      List<String> headers = new ArrayList<>();
      int size = 0;
      for (String line = headerLine(size); !line.isEmpty(); line = headerLine(size)) {
        headers.add(line);
        size += line.length() + 2;
      }
      if (!RequestHead.isServed(requestLine)) {
        state = State.REFUSED;
        return latin1(requestLine + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n");
      }
      RequestHead head = RequestHead.parse(requestLine, headers, host);
      remaining = head.length();
      if (head.chunked() || remaining > 0) {
        state = head.chunked() ? State.CHUNK_SIZE : State.BODY;
        pace.beginBody();
      } else {
        endRequest();
      }
      return latin1(head.text());
    } catch (DataReader.InsufficientDataAvailableException e) {
      malformed.accept("the connection was closed within the head of a request");
      throw new CloseConnectionException("the client has gone", e);
    } catch (DataReader.IncorrectNewLineException e) {
      throw refuse(Status.BAD_REQUEST_400, "a line of the head ends without a carriage return", e);
    } catch (IllegalArgumentException e) {
      throw refuse(Status.BAD_REQUEST_400, e.getMessage(), e);
    }
  }

  private void endRequest() {
    state = State.HEAD;
    pace.beginPause();
  }

  private String headerLine(int size) {
    int end = source.findNewLine(MAX_HEAD);
    if (size + end > MAX_HEAD) {
      throw new IllegalArgumentException("the headers are longer than " + MAX_HEAD + " bytes");
    }
    return line(end);
  }

  private String line(int end) {
    String line = new String(source.readBytes(end), StandardCharsets.ISO_8859_1);
    source.skip(2);
    return line;
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] available(long max) {
    return source.readBytes((int) Math.min(Math.min(max, MAX_PART), source.available()));
  }

  private byte[] body() {
    byte[] part = available(remaining);
    remaining -= part.length;
    if (remaining == 0) {
      endRequest();
    }
    return part;
  }

  private byte[] chunkSize() {
    Matcher size = CHUNK_SIZE.matcher(chunkLine());
    if (!size.matches()) {
      throw malformedBody("the size of a chunk is malformed");
    }
    remaining = Long.parseLong(size.group(1), 16);
    if (remaining > 0) {
      state = State.CHUNK;
      return chunk();
    }
    int trailers = 0;
    for (String line = chunkLine(); !line.isEmpty(); line = chunkLine()) {
      trailers += line.length() + 2;
      if (trailers > MAX_CHUNK_LINE) {
        throw malformedBody("the trailers are longer than " + MAX_CHUNK_LINE + " bytes");
      }
    }
    endRequest();
    return LAST_CHUNK.clone();
  }

  private String chunkLine() {
    try {
      int end = source.findNewLine(MAX_CHUNK_LINE);
      if (end < MAX_CHUNK_LINE) {
        return line(end);
      }
    } catch (DataReader.IncorrectNewLineException e) {
      // As malformed as a line that is too long.
    }
    throw malformedBody("a line of a chunk is malformed");
  }

  /** Passes on a part of a chunk as a chunk of its own, which Helidon keeps in memory. */
  private byte[] chunk() {
    source.ensureAvailable();
    byte[] part = available(remaining);
    remaining -= part.length;
    if (remaining == 0) {
      if (source.read() != '\r' || source.read() != '\n') {
        throw malformedBody("a chunk is longer than its size");
      }
      state = State.CHUNK_SIZE;
    }
    byte[] size = latin1(Integer.toHexString(part.length) + "\r\n");
    byte[] framed = new byte[size.length + part.length + 2];
    System.arraycopy(size, 0, framed, 0, size.length);
    System.arraycopy(part, 0, framed, size.length, part.length);
    framed[framed.length - 2] = '\r';
    framed[framed.length - 1] = '\n';
    return framed;
  }

  /** The request is answered with the status, and the connection closed. */
  private io.helidon.http.RequestException refuse(Status status, String problem, Throwable cause) {
    state = State.MALFORMED;
    malformed.accept(problem);
    return io.helidon.http.RequestException.builder()
        .type(EventType.BAD_REQUEST)
        .status(status)
        .setKeepAlive(false)
        .message(problem)
        .cause(cause)
        .build();
  }

  /** The endpoint that reads the body answers with status 400. */
  private UncheckedIOException malformedBody(String problem) {
    state = State.MALFORMED;
    malformed.accept(problem);
    return new UncheckedIOException(new IOException(problem));
  }
}
