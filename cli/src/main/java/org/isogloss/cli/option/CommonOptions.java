package org.isogloss.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.OnError;
import picocli.CommandLine.Option;

/** What every command that works for a while understands. */
public final class CommonOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing about how far the work is.")
  boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads share the work; all processors unless told.")
  public int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description =
          "What to do with a record that cannot be read: fail (default), or skip and count it.")
  public OnError onError = OnError.FAIL;

  @Option(
      names = "--errors",
      paramLabel = "FILE",
      description = "With --on-error skip: write every record left out, a line each, to this file.")
  private Optional<Path> errors = Optional.empty();

  public void apply(Console console) {
    console.quiet(quiet);
    OptionValidation.requireOneOrMore("--threads", threads);
    if (errors.isPresent() && onError == OnError.FAIL) {
      throw new IsoglossException("--errors lists what is skipped: add --on-error skip");
    }
  }

  /** Begins to report what is left out of the input of this command. */
  public SkippedRecordReporter skipReport(Console console) {
    return new SkippedRecordReporter(console, errors);
  }
}
