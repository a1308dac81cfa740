// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.BrokenPipeException;
import org.isogloss.core.io.FileErrors;

/**
 * Reports why a command failed and chooses its exit code. An error that a user can correct is one
 * message; an internal error keeps its stack trace.
 */
public final class FailureReporter {
  /** Exit code of a failed command; the message states the reason. */
  static final int FAILURE_EXIT_CODE = 1;

  /** Exit code if the reader of standard output has ended, as shells report the signal SIGPIPE. */
  static final int BROKEN_PIPE_EXIT_CODE = 128 + 13;

  private static final int MAX_FRAMES = 20;

  private final Console console;

  public FailureReporter(Console console) {
    this.console = console;
  }

  /** Prints the reason of a failure and returns the exit code. */
  public int report(Throwable thrown) {
    console.endProgress();
    Throwable failure = unwrap(thrown);
    switch (failure) {
      case BrokenPipeException closed -> {
        return BROKEN_PIPE_EXIT_CODE;
      }
      case IsoglossException mistake -> console.error(mistake.getMessage());
      case UncheckedIOException io -> console.error(FileErrors.describe(io.getCause()));
      case IOException io -> console.error(FileErrors.describe(io));
      case InvalidPathException path -> console.error(FileErrors.describe(path));
      case OutOfMemoryError memory -> console.error(outOfMemory(memory));
      case StackOverflowError stack -> {
        console.error(
            "the stack is too small; the input may be nested too deeply. Try a larger stack"
                + " with ISOGLOSS_OPTS=-Xss8m; if that does not help, report this error with the"
                + " following trace");
        StackTraceElement[] frames = stack.getStackTrace();
        for (int i = 0; i < Math.min(MAX_FRAMES, frames.length); i++) {
          console.errWriter().println("\tat " + frames[i]);
        }
      }
      default -> {
        console.error("internal error; please report it with the following trace");
        failure.printStackTrace(console.errWriter());
      }
    }
    return FAILURE_EXIT_CODE;
  }

  /** Unwraps the exception of a worker thread or a class initializer. */
  private static Throwable unwrap(Throwable thrown) {
    Optional<Throwable> memory = findCause(thrown, OutOfMemoryError.class);
    if (memory.isPresent()) {
      return memory.get();
    }
    Throwable failure = thrown;
    while (failure.getCause() != null
        && (failure instanceof ExecutionException || failure instanceof CompletionException)) {
      failure = failure.getCause();
    }
    return failure;
  }

  private static Optional<Throwable> findCause(Throwable thrown, Class<? extends Throwable> type) {
    int depth = 0;
    for (Throwable each = thrown; each != null && depth < MAX_FRAMES; each = each.getCause()) {
      if (type.isInstance(each)) {
        return Optional.of(each);
      }
      depth++;
    }
    return Optional.empty();
  }

  private static String outOfMemory(OutOfMemoryError error) {
    String reason = Optional.ofNullable(error.getMessage()).orElse("");
    if (reason.contains("native thread")) {
      return "the system allows no more threads: use fewer (--threads 1), or raise the limit"
          + " (ulimit -u)";
    }
    if (reason.contains("Map failed") || reason.startsWith("Unable to allocate")) {
      return "the system allows no more memory to be mapped: raise the limit (ulimit -v)";
    }
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    return "out of memory: the heap limit is "
        + megabytes
        + " MB. Allow more, for instance with ISOGLOSS_OPTS=-Xmx"
        + Math.max(2, megabytes / 512)
        + "g, or use fewer threads (--threads 1)";
  }
}
