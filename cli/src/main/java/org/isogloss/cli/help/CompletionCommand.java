// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code isogloss completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Print a script that completes the commands and options of Isogloss in a shell.",
      "",
      "In bash and zsh: source <(isogloss completion bash). In fish: isogloss completion fish |"
          + " source. Add the line to the shell's start-up file to have it in every session."
    })
public final class CompletionCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private Shell shell;

  public CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.printData(shell.script(spec.root()).stripTrailing());
    return CommandLine.ExitCode.OK;
  }
}
