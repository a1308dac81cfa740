// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code isogloss help}. Unlike picocli's own command it accepts the path of a nested command, such
 * as {@code isogloss help model import}.
 */
@Command(
    name = "help",
    helpCommand = true,
    mixinStandardHelpOptions = true,
    description = "Print the help of Isogloss or of one of its commands.")
public final class HelpCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The command, such as search or model import; Isogloss itself if none.")
  private List<String> path = List.of();

  public HelpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLine described = spec.root().commandLine();
    for (String name : path) {
      CommandLine next = described.getSubcommands().get(name);
      if (next == null) {
        throw unknown(described, name);
      }
      described = next;
    }
    described.usage(console.helpWriter(), described.getColorScheme());
    console.requireResultsWritten();
    return CommandLine.ExitCode.OK;
  }

  private ParameterException unknown(CommandLine parent, String name) {
    List<String> known =
        parent.getSubcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> !command.usageMessage().hidden())
            .map(CommandSpec::name)
            .toList();
    String of = parent.getCommandSpec().qualifiedName();
    return new ParameterException(
        spec.commandLine(),
        known.isEmpty()
            ? "\"" + of + "\" has no commands, found \"" + name + "\""
            : "\""
                + of
                + "\" has no command \""
                + name
                + "\"; expected one of "
                + String.join(", ", known));
  }
}
