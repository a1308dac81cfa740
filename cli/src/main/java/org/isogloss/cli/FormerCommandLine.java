// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import java.util.stream.Stream;
import org.isogloss.cli.console.Console;

/** Command lines in scripts that were written before a command was renamed. */
final class FormerCommandLine {
  private FormerCommandLine() {}

  /**
   * Returns the present form of a command line: {@code search --queries FILE --run FILE} is {@code
   * run --queries FILE --to FILE}. Warns about a former one.
   */
  static String[] update(Console console, String... args) {
    boolean batch =
        args.length > 0
            && args[0].equals("search")
            && Stream.of(args).anyMatch(argument -> argument.matches("--queries(=.*)?"));
    if (!batch) {
      return args;
    }
    console.warn("search --queries FILE --run FILE is now run --queries FILE --to FILE");
    String[] updated =
        Stream.of(args)
            .map(argument -> argument.replaceFirst("^--run(?==|$)", "--to"))
            .toArray(String[]::new);
    updated[0] = "run";
    return updated;
  }
}
