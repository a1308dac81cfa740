package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Where the bytes of an {@link OutputFile} go, unbuffered. */
interface OutputSink {
  /** Takes bytes from the beginning of the file to its end. */
  OutputStream stream();

  /** Overwrites bytes; only where the sink can go back. */
  default void patch(long position, ByteBuffer bytes) throws IOException {
    throw new IllegalStateException("the output was not opened as patchable");
  }

  /** Brings all bytes to where they stay. */
  void finish() throws IOException;

  /** Gives the file its name, after {@link #finish}. */
  void commit() throws IOException;

  /** Releases everything, and removes what was not committed. */
  void close();
}
