// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Keeps bytes in a temporary file until the output is finished, then writes them to another sink.
 */
final class SpoolingSink implements OutputSink {
  private final TemporaryFile temporary;
  private final OutputSink sink;

  SpoolingSink(OutputSink sink) throws IOException {
    this.sink = sink;
    try {
      this.temporary =
          TemporaryFile.nextTo(Path.of(System.getProperty("java.io.tmpdir"), "isogloss-output"));
    } catch (IOException e) {
      sink.close();
      throw e;
    }
  }

  @Override
  public OutputStream stream() {
    return temporary.stream();
  }

  @Override
  public void patch(long position, ByteBuffer bytes) throws IOException {
    temporary.patch(position, bytes);
  }

  @Override
  public void finish() throws IOException {
    temporary.copyTo(sink.stream());
    sink.finish();
  }

  @Override
  public void commit() throws IOException {
    sink.commit();
  }

  @Override
  public void close() {
    sink.close();
    temporary.close();
  }
}
