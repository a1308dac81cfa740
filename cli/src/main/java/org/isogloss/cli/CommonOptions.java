package org.isogloss.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.OnError;
import picocli.CommandLine.Option;

/** What every command that works for a while understands. */
final class CommonOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing about how far the work is.")
  boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads share the work; all processors unless told.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description =
          "What to do with a record that cannot be read: fail (default), or skip and count it.")
  OnError onError = OnError.FAIL;

  @Option(
      names = "--errors",
      paramLabel = "FILE",
      description = "With --on-error skip: write every record left out, a line each, to this file.")
  private Optional<Path> errors = Optional.empty();

  void apply(Console console) {
    console.quiet(quiet);
    Numbers.requireOneOrMore("--threads", threads);
    if (errors.isPresent() && onError == OnError.FAIL) {
      throw new IsoglossException("--errors lists what is skipped: add --on-error skip");
    }
  }

  /** Begins to report what is left out of the input of this command. */
  SkipReport skipReport(Console console) {
    return new SkipReport(console, errors);
  }
}
