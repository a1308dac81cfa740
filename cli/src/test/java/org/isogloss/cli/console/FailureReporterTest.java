// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.BrokenPipeException;
import org.junit.jupiter.api.Test;

class FailureReporterTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Returns the message that the user sees. */
  private String reported(Throwable failure, int code) {
    err.reset();
    Console console = new Console(OutputStream.nullOutputStream(), err, Terminal.NONE);
    assertThat(new FailureReporter(console).report(failure)).isEqualTo(code);
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void reportsUserErrorsInOneLine() {
    IOException missing = new NoSuchFileException("file");
    assertThat(reported(new IsoglossException("wrong"), 1)).isEqualTo("isogloss: wrong\n");
    assertThat(reported(new UncheckedIOException(missing), 1))
        .isEqualTo(reported(missing, 1))
        .isEqualTo("isogloss: file: no such file or folder\n");
    assertThat(reported(new InvalidPathException("a\0b", "Nul character not allowed"), 1))
        .startsWith("isogloss: \"a")
        .endsWith("is not a valid file name: nul character not allowed\n");
    assertThat(reported(new CompletionException(new IsoglossException("wrong")), 1))
        .isEqualTo(reported(new ExecutionException(new IsoglossException("wrong")), 1))
        .isEqualTo("isogloss: wrong\n");
  }

  @Test
  void reportsNothingIfTheReaderHasEnded() {
    assertThat(reported(new BrokenPipeException("closed", null), 141)).isEmpty();
  }

  @Test
  void explainsMemoryErrors() {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    OutOfMemoryError memory = new OutOfMemoryError("Java heap space");
    assertThat(reported(memory, 1))
        .contains("out of memory", megabytes + " MB", "ISOGLOSS_OPTS=-Xmx", "--threads 1")
        .hasLineCount(1);
    assertThat(reported(new IllegalStateException("in a worker", memory), 1))
        .isEqualTo(reported(memory, 1));
    assertThat(reported(new ExceptionInInitializerError(memory), 1)).isEqualTo(reported(memory, 1));
    assertThat(reported(new OutOfMemoryError("unable to create native thread: limits"), 1))
        .contains("no more threads", "--threads 1")
        .doesNotContain("-Xmx");
    assertThat(reported(new OutOfMemoryError("Unable to allocate 8 bytes"), 1))
        .as("memory outside of the heap")
        .contains("no more memory to be mapped", "ulimit -v")
        .doesNotContain("-Xmx");
    assertThat(reported(new OutOfMemoryError(), 1)).contains("out of memory");
  }

  @Test
  void internalErrorsKeepTheirTrace() {
    assertThat(reported(new IllegalStateException("a bug"), 1))
        .startsWith("isogloss: internal error")
        .contains("a bug", "\tat " + FailureReporterTest.class.getName());
    assertThat(reported(new StackOverflowError(), 1))
        .contains("-Xss", "\tat " + FailureReporterTest.class.getName())
        .matches(text -> text.lines().count() < 25);
  }
}
