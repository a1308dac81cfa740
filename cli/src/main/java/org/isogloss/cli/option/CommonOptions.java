// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.cli.console.Console;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Option;

/** Options of every long-running command. */
public class CommonOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Print no progress.")
  boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one for each processor).")
  public int threads = Runtime.getRuntime().availableProcessors();

  /**
   * Checks the options and applies them to the console.
   *
   * @throws org.isogloss.core.IsoglossException if an option is invalid
   */
  public void apply(Console console) {
    console.quiet(quiet);
    OptionValidation.requireOneOrMore("--threads", threads);
  }
}
