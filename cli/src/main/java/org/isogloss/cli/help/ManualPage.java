// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command in the macros of man(7), written from the model of the command line
 * so that it cannot differ from {@code --help}.
 */
final class ManualPage {
  /** Variables that the launcher and the commands read, for the page of the program itself. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "HF_ENDPOINT",
          "The hub from which model fetch takes models by name.",
          "ISOGLOSS_OPTS",
          "Further flags of the Java virtual machine, such as -Xmx8g.",
          "JAVA_HOME",
          "The JDK to run on, version 21 or later; by default the first one that is found.",
          "NO_COLOR",
          "Any value disables bold type and colours.");

  private final CommandSpec command;
  private final StringBuilder roff = new StringBuilder();

  ManualPage(CommandSpec command) {
    this.command = command;
  }

  /** The name of the page, such as {@code isogloss-model-import}. */
  String name() {
    return name(command);
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  /**
   * Returns the source of the page.
   *
   * @param version version of Isogloss, for the footer
   */
  String source(String version) {
    List<String> description = paragraphs(command.usageMessage().description());
    roff.append(".TH ")
        .append(quoted(name().toUpperCase(Locale.ROOT)))
        .append(" 1 \"\" ")
        .append(quoted("Isogloss " + version))
        .append(" \"Isogloss Manual\"\n.nh\n.ad l\n"); // Names of options are not hyphenated.
    section("NAME");
    roff.append(escaped(name())).append(" \\- ").append(summary(description)).append('\n');
    section("SYNOPSIS");
    text(new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0));
    section("DESCRIPTION");
    paragraphs(description);
    arguments();
    options();
    commands();
    examples();
    exitStatus();
    environment();
    seeAlso();
    return roff.toString();
  }

  private void arguments() {
    List<PositionalParamSpec> visible =
        command.positionalParameters().stream().filter(argument -> !argument.hidden()).toList();
    if (!visible.isEmpty()) {
      section("ARGUMENTS");
      visible.forEach(argument -> item(italic(label(argument)), argument.description()));
    }
  }

  private void options() {
    List<OptionSpec> visible =
        command.options().stream()
            .filter(option -> !option.hidden())
            .sorted(Comparator.comparing(option -> option.longestName().replaceAll("^-+", "")))
            .toList();
    if (!visible.isEmpty()) {
      section("OPTIONS");
      visible.forEach(option -> item(flags(option), option.description()));
    }
  }

  private static String flags(OptionSpec option) {
    String names =
        Arrays.stream(option.names()).map(ManualPage::bold).collect(Collectors.joining(", "));
    if (option.arity().max() == 0) {
      return names;
    }
    String value = italic(label(option));
    return names + "=" + (option.arity().min() == 0 ? "[" + value + "]" : value);
  }

  private static String label(ArgSpec argument) {
    return argument.paramLabel().replaceAll("^<|>$", "");
  }

  private void commands() {
    List<CommandSpec> children = children(command);
    if (!children.isEmpty()) {
      section("COMMANDS");
      for (CommandSpec child : children) {
        String summary = summary(paragraphs(child.usageMessage().description()));
        roff.append(".TP\n").append(reference(child)).append('\n').append(summary).append('\n');
      }
    }
  }

  /** Returns the subcommands that the help of a command lists, in the order of the help. */
  static List<CommandSpec> children(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(child -> !child.usageMessage().hidden())
        .toList();
  }

  private void examples() {
    List<String> examples = Examples.of(command);
    if (!examples.isEmpty()) {
      section("EXAMPLES");
      roff.append(".nf\n");
      examples.forEach(example -> roff.append(escaped(example)).append('\n'));
      roff.append(".fi\n");
    }
  }

  private void exitStatus() {
    section("EXIT STATUS");
    command
        .root()
        .usageMessage()
        .exitCodeList()
        .forEach((code, meaning) -> item(bold(code), new String[] {meaning}));
  }

  private void environment() {
    if (command == command.root()) {
      section("ENVIRONMENT");
      ENVIRONMENT.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(variable -> item(bold(variable.getKey()), new String[] {variable.getValue()}));
    }
  }

  private void seeAlso() {
    Stream<CommandSpec> related =
        command == command.root()
            ? children(command).stream()
            : Stream.concat(Stream.of(command.parent()), children(command).stream());
    String references = related.map(ManualPage::reference).collect(Collectors.joining(",\n"));
    if (!references.isEmpty()) {
      section("SEE ALSO");
      roff.append(references).append('\n');
    }
  }

  private static String reference(CommandSpec command) {
    return bold(name(command)) + "(1)";
  }

  private void section(String title) {
    roff.append(".SH ").append(quoted(title)).append('\n');
  }

  private void item(String term, String[] description) {
    roff.append(".TP\n").append(term).append('\n');
    List<String> paragraphs = paragraphs(description);
    if (paragraphs.isEmpty()) {
      roff.append("\\&\n");
    }
    for (int i = 0; i < paragraphs.size(); i++) {
      if (i > 0) {
        roff.append(".IP\n");
      }
      text(paragraphs.get(i));
    }
  }

  private void paragraphs(List<String> paragraphs) {
    for (int i = 0; i < paragraphs.size(); i++) {
      if (i > 0) {
        roff.append(".PP\n");
      }
      text(paragraphs.get(i));
    }
  }

  private void text(String text) {
    roff.append(escaped(text.strip().replaceAll("\\s+", " "))).append('\n');
  }

  /**
   * Returns the text of the NAME section and of lists of commands: the first sentence, without full
   * stop.
   */
  private static String summary(List<String> description) {
    String first = description.isEmpty() ? "" : description.get(0).strip();
    int end = first.indexOf(". ");
    return escaped((end < 0 ? first : first.substring(0, end)).replaceAll("\\.$", ""));
  }

  /**
   * Splits a description of picocli into paragraphs: an empty line separates them, %n breaks a
   * line.
   */
  private static List<String> paragraphs(String[] description) {
    String joined =
        Arrays.stream(description)
            .map(line -> line.replace("%n", "\n").replace("%%", "%"))
            .map(Ansi.OFF::string)
            .collect(Collectors.joining("\n"));
    return Arrays.stream(joined.split("\n\\s*\n")).filter(text -> !text.isBlank()).toList();
  }

  private static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  private static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  private static String quoted(String text) {
    return '"' + escaped(text).replace("\"", "\\(dq") + '"';
  }

  /** Escapes characters that roff would interpret; no line starts with a control character. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '`' -> escaped.append("\\(ga");
                case '^' -> escaped.append("\\(ha");
                case '~' -> escaped.append("\\(ti");
                default -> {
                  if (character < 128) {
                    escaped.append((char) character);
                  } else {
                    escaped.append(String.format(Locale.ROOT, "\\[u%04X]", character));
                  }
                }
              }
            });
    return escaped.toString().startsWith(".") ? "\\&" + escaped : escaped.toString();
  }
}
