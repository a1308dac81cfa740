// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.cli.help.Examples;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ExamplesTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

  private static List<CommandLine> withSubcommands(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().stream()
        .filter(child -> !child.getCommandSpec().usageMessage().hidden())
        .forEach(child -> all.addAll(withSubcommands(child)));
    return all;
  }

  /** The words of a command line of the program, without what surrounds it in a shell. */
  private static String[] words(String example) {
    String command = example.replaceFirst("^.*?(?=isogloss )", "").replaceAll("\\)$", "");
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command).results().toList()) {
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3));
    }
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  @Test
  void everyCommandHasExamplesThatItAccepts() {
    CommandLine program = program();
    for (CommandLine command : withSubcommands(program)) {
      CommandSpec described = command.getCommandSpec();
      List<String> examples = Examples.of(described);
      assertThat(examples).as("examples of %s", described.qualifiedName()).isNotEmpty();
      for (String example : examples) {
        assertThat(example).contains(described.qualifiedName() + (command == program ? " " : ""));
        assertThat(parsed(example)).as(example).isNotNull();
      }
    }
  }

  private static CommandLine program() {
    OutputStream none = OutputStream.nullOutputStream();
    return Isogloss.commandLine(new Console(none, none, Terminal.NONE), "help");
  }

  private static CommandLine.ParseResult parsed(String example) {
    return program().setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words(example));
  }
}
