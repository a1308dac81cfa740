package org.isogloss.cli;

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

  void apply(Console console) {
    console.quiet(quiet);
    Numbers.requireOneOrMore("--threads", threads);
  }
}
