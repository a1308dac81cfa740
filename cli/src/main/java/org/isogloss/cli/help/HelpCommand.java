// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.core.io.FileErrors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code isogloss help}. Unlike picocli's own command it accepts the path of a nested command, such
 * as {@code isogloss help model import}, and pages of the documentation.
 */
@Command(
    name = "help",
    helpCommand = true,
    mixinStandardHelpOptions = true,
    description = {
      "Print the help of Isogloss, of one of its commands, or a page of the documentation.",
      "",
      "A page has the name of its file, such as filters or troubleshooting; guide/search is the page"
          + " that has the same name as a command."
    })
public final class HelpCommand implements Callable<Integer> {
  private final Console console;
  private final Pages pages = Pages.installed(System.getenv());

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TOPIC",
      arity = "0..*",
      description =
          "The command, such as search or model import, or the page; Isogloss itself if none.")
  private List<String> path = List.of();

  public HelpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLine described = spec.root().commandLine();
    for (String name : path) {
      CommandLine next = described.getSubcommands().get(name);
      Optional<Path> page = path.size() == 1 ? pages.find(name) : Optional.empty();
      if (next == null && page.isPresent()) {
        print(page.get());
        return CommandLine.ExitCode.OK;
      }
      if (next == null) {
        throw unknown(described, name);
      }
      described = next;
    }
    described.usage(console.helpWriter(), described.getColorScheme());
    if (path.isEmpty() && !topics().isEmpty()) {
      console.helpWriter().println("\nPages, isogloss help PAGE:\n\n  " + wrapped(topics()));
    }
    console.requireResultsWritten();
    return CommandLine.ExitCode.OK;
  }

  /** Prints a page as it is, with bold headings on a terminal. */
  private void print(Path page) {
    try {
      String text = Files.readString(page).stripTrailing();
      console.printStyled(
          console.terminal().supportsOutputStyles()
              ? text.replaceAll("(?m)^#+ .*$", "\033[1m$0\033[0m")
              : text);
    } catch (IOException e) {
      throw FileErrors.cannotRead(page, e);
    }
  }

  /** Returns the pages by name; with their section if a command or an earlier page is called so. */
  private List<String> topics() {
    Set<String> taken = new HashSet<>(spec.root().subcommands().keySet());
    return pages.paths().stream()
        .map(page -> taken.add(page.replaceFirst(".*/", "")) ? page.replaceFirst(".*/", "") : page)
        .sorted()
        .toList();
  }

  private static String wrapped(List<String> names) {
    String text = names.stream().map(name -> name + ",").collect(Collectors.joining(" "));
    return text.replaceFirst(",$", "").replaceAll("(.{1,100})(?: |$)", "$1\n  ").stripTrailing();
  }

  private ParameterException unknown(CommandLine parent, String name) {
    List<String> known =
        parent.getSubcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> !command.usageMessage().hidden())
            .map(CommandSpec::name)
            .toList();
    String of = parent.getCommandSpec().qualifiedName();
    String expected =
        path.size() > 1 || topics().isEmpty() ? "" : ", or a page: " + String.join(", ", topics());
    return new ParameterException(
        spec.commandLine(),
        known.isEmpty()
            ? "\"" + of + "\" has no commands, found \"" + name + "\""
            : "\""
                + of
                + "\" has no command \""
                + name
                + "\"; expected one of "
                + String.join(", ", known)
                + expected);
  }
}
