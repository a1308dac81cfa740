// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.BrokenPipeException;
import org.isogloss.core.io.FileErrors;

/** Standard output that remembers its first failure, which writers hide. */
final class ResultOutputStream extends OutputStream {
  private final OutputStream out;
  private IOException failure;

  ResultOutputStream(OutputStream out) {
    this.out = out;
  }

  /** Returns the error if some result could not be written. */
  Optional<IsoglossException> failure() {
    return Optional.ofNullable(failure).map(ResultOutputStream::describe);
  }

  private static IsoglossException describe(IOException e) {
    String message = "standard output: " + FileErrors.describe(e);
    return FileErrors.isBrokenPipe(e)
        ? new BrokenPipeException(message, e)
        : new IsoglossException(message, e);
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    requireWorking();
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    requireWorking();
    try {
      out.flush();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private void requireWorking() throws IOException {
    if (failure != null) {
      // A new exception each time: writers add exceptions of closing as suppressed ones.
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
