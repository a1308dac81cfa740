// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The examples of commands, for their help and manual pages: a resource with a heading {@code
 * [isogloss COMMAND]} for each command and a line for each example. It is read when help is
 * printed, and not whenever a command starts.
 */
public final class Examples {
  private static final String RESOURCE = "examples.txt";

  private Examples() {}

  /** Has the help of a command and of its subcommands end with their examples. */
  public static void addTo(CommandLine command) {
    command
        .getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_FOOTER,
            help -> {
              List<String> examples = of(help.commandSpec());
              return examples.isEmpty()
                  ? ""
                  : examples.stream()
                      .map(line -> "  " + line + "\n")
                      .collect(Collectors.joining("", "\nExamples:\n\n", ""));
            });
    command.getSubcommands().values().forEach(Examples::addTo);
  }

  /** Returns the examples of a command, each of which is a line for a shell. */
  public static List<String> of(CommandSpec command) {
    List<String> examples = new ArrayList<>();
    String heading = "[" + command.qualifiedName() + "]";
    boolean inside = false;
    for (String line : text().lines().toList()) {
      if (line.startsWith("[")) {
        inside = line.equals(heading);
      } else if (inside) {
        examples.add(line);
      }
    }
    return examples;
  }

  private static String text() {
    try (InputStream in = requireNonNull(Examples.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
