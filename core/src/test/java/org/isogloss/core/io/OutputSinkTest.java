// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

class OutputSinkTest {
  /** Replaces the file. */
  @Nested
  class Atomic extends OutputSinkContractTest {
    @Override
    OutputSink open(Path file) throws IOException {
      return new AtomicFileSink(file);
    }

    @Override
    boolean isWithheld() {
      return true;
    }

    @Override
    String contentAfter(String written) {
      return written;
    }
  }

  private static DirectSink appending(Path file) throws IOException {
    return new DirectSink(new OutputTarget.SpecialFile(file, true));
  }

  /** Appends to the file, as to that of an open descriptor. */
  @Nested
  class Direct extends OutputSinkContractTest {
    @Override
    OutputSink open(Path file) throws IOException {
      return appending(file);
    }

    @Override
    boolean isWithheld() {
      return false;
    }

    @Override
    String contentAfter(String written) {
      return BEFORE + written;
    }
  }

  @Nested
  class Spooling extends OutputSinkContractTest {
    @Override
    OutputSink open(Path file) throws IOException {
      return new SpoolingSink(appending(file));
    }

    @Override
    boolean isWithheld() {
      return true;
    }

    @Override
    String contentAfter(String written) {
      return BEFORE + written;
    }
  }
}
