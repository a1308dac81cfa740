// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import picocli.CommandLine.Command;

/** The message about a command that does not exist, with the one that the user may have meant. */
final class UnknownCommand {
  private UnknownCommand() {}

  /**
   * Returns what is wrong with a command line that begins with neither an option nor a command.
   *
   * @param others commands that the help does not list
   */
  static Optional<String> problem(List<String> commands, List<String> others, String... args) {
    if (args.length == 0
        || args[0].matches("[-@].*")
        || commands.contains(args[0])
        || others.contains(args[0])) {
      return Optional.empty();
    }
    Map<String, String> subcommands = subcommands(commands);
    String meant =
        Optional.ofNullable(subcommands.get(args[0]))
            .or(() -> NameSuggestions.nearest(args[0], commands))
            .or(() -> NameSuggestions.nearest(args[0], subcommands.keySet()).map(subcommands::get))
            .map(command -> "did you mean isogloss " + command + "? ")
            .orElse("");
    return Optional.of(
        "there is no command "
            + Excerpt.quote(args[0])
            + ": "
            + meant
            + "all commands: isogloss help");
  }

  /** The commands of commands, such as {@code data identify}, by their names. */
  private static Map<String, String> subcommands(List<String> commands) {
    Map<String, String> subcommands = new LinkedHashMap<>();
    for (String command : commands.stream().filter(FullArchive::hasCommand).toList()) {
      Stream.of(Isogloss.command(command).getAnnotation(Command.class).subcommands())
          .map(type -> type.getAnnotation(Command.class))
          .filter(subcommand -> !subcommand.hidden())
          .forEach(
              subcommand ->
                  subcommands.putIfAbsent(subcommand.name(), command + " " + subcommand.name()));
    }
    return subcommands;
  }
}
