// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The unbuffered destination of the bytes of an {@link OutputFile}. */
interface OutputSink {
  /** Receives the bytes from the beginning of the file to its end. */
  OutputStream stream();

  /** Overwrites bytes; only for sinks that can seek. */
  default void patch(long position, ByteBuffer bytes) throws IOException {
    throw new IllegalStateException("the output was not opened as patchable");
  }

  /** Writes all bytes to their final destination. */
  void finish() throws IOException;

  /** Renames the file to its final name, after {@link #finish}. */
  void commit() throws IOException;

  /** Releases all resources and discards what was not committed. */
  void close();
}
