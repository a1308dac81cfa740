// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lines that are sent after the request has been read: many clients read no reply while they send
 * their request, so that both sides would wait for each other. Lines beyond {@value #MAX_MEMORY}
 * bytes are kept in a temporary file. Not thread-safe.
 */
public final class LineSpool implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LineSpool.class.getName());
  private static final int MAX_MEMORY = 1 << 18;

  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private Path file;
  private OutputStream out = memory;
  private long size;

  /**
   * Appends a line without its end.
   *
   * @throws RequestException if the temporary file cannot be written
   */
  public void add(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    try {
      if (file == null && memory.size() + bytes.length > MAX_MEMORY) {
        file = Files.createTempFile("isogloss", ".ndjson");
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        memory.writeTo(out);
        memory = new ByteArrayOutputStream();
      }
      out.write(bytes);
      out.write('\n');
      size += bytes.length + 1;
    } catch (IOException e) {
      // Not the fault of the client, to whom an IOException would be attributed.
      LOG.log(Level.ERROR, "replies cannot be kept in a temporary file: {0}", e.toString());
      throw RequestException.of(
          RequestException.Reason.FAILED,
          "the server cannot write a temporary file; documents of this stream may have been written"
              + " nevertheless");
    }
  }

  /** Number of bytes of all lines. */
  long size() {
    return size;
  }

  void writeTo(OutputStream target) throws IOException {
    out.flush();
    if (file == null) {
      memory.writeTo(target);
    } else {
      Files.copy(file, target);
    }
  }

  /** Deletes the temporary file. Closing twice has no effect. */
  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    }
  }
}
