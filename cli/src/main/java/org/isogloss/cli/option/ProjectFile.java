// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The file {@value #NAME} of a folder: options of the commands that are run there and do not have
 * them on the command line. A key is the name of a command, with its options below it; below {@code
 * all} are those of every command that has them.
 *
 * <pre>{@code
 * all:
 *   index: notes-index
 * index:
 *   collection: notes
 *   sync: true
 * }</pre>
 */
public record ProjectFile(Path path) {
  /** The name of the file. */
  public static final String NAME = "isogloss.yaml";

  /** Commands that do not use the user's collection, and serve, which has further settings. */
  private static final Set<String> WITHOUT_FILE =
      Set.of("completion", "demo", "help", "init", "serve", "share");

  public ProjectFile {
    requireNonNull(path, "path is null");
  }

  /** The file of the folder in which the command runs, if there is one. */
  public static Optional<ProjectFile> ofWorkingFolder() {
    Path path = Path.of(NAME);
    return Files.isRegularFile(path) ? Optional.of(new ProjectFile(path)) : Optional.empty();
  }

  /** Adds the settings of a command. */
  public void addTo(OptionSettings settings, CommandSpec command) {
    String name = command.qualifiedName().replaceFirst("^\\S+ ", "");
    settings.addSection(path, name, CommandNames.ALL);
  }

  /**
   * Parses a command line again, with the options of the called command that it does not have.
   *
   * @param called the called command, after the command line was parsed, if only because an option
   *     was missing
   * @return the options that were taken from the file, as lines such as {@code index: notes-index}
   * @throws IsoglossException if the file cannot be read, or an option is not one of the command
   * @throws MissingParameterException if a required option is neither on the command line nor in
   *     the file
   */
  public List<String> apply(CommandLine called) {
    CommandSpec command = called.getCommandSpec();
    String name = command.qualifiedName().replaceFirst("^\\S+ ?", "").replaceFirst(" .*", "");
    if (called.isUsageHelpRequested()
        || called.isVersionHelpRequested()
        || name.isEmpty()
        || WITHOUT_FILE.contains(name)) {
      return List.of();
    }
    OptionSettings settings = new OptionSettings(command);
    addTo(settings, command);
    settings.apply(called);
    return settings.applied();
  }
}
