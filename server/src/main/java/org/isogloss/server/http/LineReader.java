// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the lines of a body one after the other. A line that is too long or is not UTF-8 is
 * reported, and the next one can be read. Not thread-safe.
 */
public final class LineReader {
  private final InputStream in;
  private final int maxLine;
  private final byte[] buffer = new byte[1 << 16];
  private int start;
  private int end;
  private long number;

  /**
   * Creates a reader.
   *
   * @param in the body; closed by the caller
   * @param maxLine maximum number of bytes of a line
   */
  public LineReader(InputStream in, int maxLine) {
    this.in = in;
    this.maxLine = maxLine;
  }

  /**
   * Returns the next line without its end; empty at the end of the body.
   *
   * @throws RequestException if the line is too long or is not UTF-8
   */
  public Optional<String> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long length = 0;
    boolean ended = false;
    while (!ended) {
      if (start == end && !fill()) {
        if (length == 0) {
          return Optional.empty();
        }
        break;
      }
      int stop = start;
      while (stop < end && buffer[stop] != '\n') {
        stop++;
      }
      length += stop - start;
      if (length <= maxLine) {
        line.write(buffer, start, stop - start);
      }
      ended = stop < end;
      start = ended ? stop + 1 : stop;
    }
    number++;
    if (length > maxLine) {
      throw RequestException.of(
          RequestException.Reason.TOO_LARGE,
          "the line has " + length + " bytes, expected at most " + maxLine);
    }
    return Optional.of(decode(line.toByteArray()));
  }

  private boolean fill() throws IOException {
    start = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  private static String decode(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID, "the line is not UTF-8: convert the documents");
    }
  }

  /** Number of the line that was read last, from 1. */
  public long number() {
    return number;
  }
}
