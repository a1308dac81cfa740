// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes a completion script for fish, which picocli does not support. Each line has a condition on
 * the path of commands at the start of the command line, so that a command completes its own
 * options.
 */
final class FishCompletion {
  private static final String FILES = " -F";

  private final CommandSpec root;
  private final StringBuilder script = new StringBuilder();

  FishCompletion(CommandSpec root) {
    this.root = root;
  }

  String script() {
    String name = root.name();
    script.append(
        """
        # Completion of ${name} for fish.

        # Whether the command line begins with these commands.
        function __${name}_in
            set -l words (commandline -opc)
            set -l last (math 1 + (count $argv))
            test (count $words) -ge $last; and test "$argv" = "$words[2..$last]"
        end

        # Whether the command line consists of these commands, so that another can follow.
        function __${name}_at
            set -l words (commandline -opc)
            test "$argv" = "$words[2..-1]"
        end

        complete -c ${name} -f
        """
            .replace("${name}", name));
    command(root, List.of());
    return script.toString();
  }

  private void command(CommandSpec command, List<String> path) {
    script.append('\n');
    Map<String, CommandLine> children = visible(command);
    children.forEach((name, child) -> child(name, child.getCommandSpec(), path));
    String condition = options(command, children.keySet(), path);
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        option(option, condition);
      }
    }
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      if (!parameter.hidden()) {
        parameter(parameter, condition);
      }
    }
    children.forEach(
        (name, child) -> {
          List<String> below = new ArrayList<>(path);
          below.add(name);
          command(child.getCommandSpec(), List.copyOf(below));
        });
  }

  /** Returns the condition of a command's own options: the command without a subcommand. */
  private String options(CommandSpec command, Set<String> children, List<String> path) {
    if (children.isEmpty()) {
      return condition("in", path);
    }
    if (command.positionalParameters().isEmpty()) {
      return condition("at", path);
    }
    StringBuilder condition = new StringBuilder(condition("in", path));
    for (String child : children) {
      condition.append("; and not ").append(condition("in", path)).append(' ').append(child);
    }
    return condition.toString();
  }

  private static Map<String, CommandLine> visible(CommandSpec command) {
    Map<String, CommandLine> visible = new LinkedHashMap<>(command.subcommands());
    visible.values().removeIf(child -> child.getCommandSpec().usageMessage().hidden());
    return visible;
  }

  private void child(String name, CommandSpec child, List<String> path) {
    line(condition("at", path), " -a " + name, child.usageMessage().description());
  }

  private void option(OptionSpec option, String condition) {
    StringBuilder flags = new StringBuilder();
    for (String name : option.names()) {
      if (name.startsWith("--")) {
        flags.append(" -l ").append(name.substring(2));
      } else {
        flags.append(name.length() == 2 ? " -s " : " -o ").append(name.substring(1));
      }
    }
    if (option.arity().min() > 0) {
      String values = values(option);
      flags.append(values.equals(FILES) ? " -r" : " -x").append(values);
    }
    line(condition, flags.toString(), option.description());
  }

  private void parameter(PositionalParamSpec parameter, String condition) {
    String values = values(parameter);
    if (!values.isEmpty()) {
      line(condition, values, new String[0]);
    }
  }

  /** Returns the completion of an argument's values: names, files, or none. */
  private static String values(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      List<String> names = new ArrayList<>();
      boolean constants = argument.type().isEnum(); // Their case does not matter.
      argument
          .completionCandidates()
          .forEach(name -> names.add(constants ? name.toLowerCase(Locale.ROOT) : name));
      return " -a " + quoted(String.join(" ", names));
    }
    // Optional<Path> and List<Path> have an auxiliary type.
    return List.of(argument.auxiliaryTypes()).contains(Path.class) ? FILES : "";
  }

  private String condition(String function, List<String> path) {
    return "__"
        + root.name()
        + "_"
        + function
        + path.stream().map(name -> " " + name).collect(Collectors.joining());
  }

  private void line(String condition, String what, String[] description) {
    script
        .append("complete -c ")
        .append(root.name())
        .append(" -n '")
        .append(condition)
        .append('\'')
        .append(what);
    String sentence = firstSentence(description);
    if (!sentence.isEmpty()) {
      script.append(" -d ").append(quoted(sentence));
    }
    script.append('\n');
  }

  /** Returns the first sentence without its full stop, which fish shows in a list. */
  private static String firstSentence(String[] description) {
    String text = description.length == 0 ? "" : Ansi.OFF.string(description[0].replace("%n", " "));
    text = text.replace("%%", "%").replaceAll("\\s+", " ").strip();
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text : text.substring(0, end);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
