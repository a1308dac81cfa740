// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.io.PrintWriter;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point for {@code spark-submit}. */
@Command(
    name = "isogloss-spark",
    mixinStandardHelpOptions = true,
    description =
        "Jobs on Apache Spark for collections that are too large for one machine. A job that was"
            + " stopped continues if it runs again with the same options.",
    subcommands = {
      EncodeCommand.class,
      LoadCommand.class,
      MergeCommand.class,
      AlignCommand.class,
      MineCommand.class,
      StatisticsCommand.class
    })
public final class Main {
  private static final int MAX_CAUSES = 20;

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Creates the command line. */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Main());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(Main::report);
    return commandLine;
  }

  /** Prints the message of an error that the user can correct, without a stack trace. */
  private static int report(Exception failure, CommandLine command, Object parsed)
      throws Exception {
    PrintWriter err = command.getErr();
    Optional<IsoglossException> mistake = findMistake(failure);
    if (mistake.isEmpty()) {
      throw failure;
    }
    err.println("isogloss-spark: " + mistake.get().getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Finds the error of a task, which Spark wraps. */
  private static Optional<IsoglossException> findMistake(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof IsoglossException mistake) {
        return Optional.of(mistake);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
