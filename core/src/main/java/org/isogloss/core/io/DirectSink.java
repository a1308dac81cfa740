// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/** Writes directly to a target that is not a regular file: a device, a pipe or standard output. */
final class DirectSink implements OutputSink {
  private final OutputStream out;
  private final boolean ownsStream;

  DirectSink(OutputTarget.StandardStream standard) {
    this.out = new FileOutputStream(standard.descriptor());
    this.ownsStream = false;
  }

  DirectSink(OutputTarget.SpecialFile special) throws IOException {
    // A descriptor may refer to a regular file that has content, which must be kept.
    this.out =
        special.openDescriptor()
            ? Files.newOutputStream(
                special.path(), StandardOpenOption.WRITE, StandardOpenOption.APPEND)
            : Files.newOutputStream(special.path(), StandardOpenOption.WRITE);
    this.ownsStream = true;
  }

  @Override
  public OutputStream stream() {
    return out;
  }

  @Override
  public void finish() throws IOException {
    if (ownsStream) {
      out.close();
    }
  }

  @Override
  public void commit() {}

  @Override
  public void close() {
    if (ownsStream) {
      try {
        out.close();
      } catch (IOException e) {
        // finish() reports failures; a sink that is closed without finish() discards the output.
      }
    }
  }
}
