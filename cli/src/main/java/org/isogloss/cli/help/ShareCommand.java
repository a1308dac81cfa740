// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.core.io.FileErrors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code isogloss share}, for packagers: writes the manual pages and the completion scripts in the
 * layout of the folder {@code share} of a package.
 */
@Command(
    name = "share",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Write the manual pages and the completion scripts of all shells.")
public final class ShareCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "The folder share of a package; its files are replaced.")
  private Path share;

  public ShareCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    for (Shell shell : Shell.values()) {
      write(shell.sharedFile(), shell.script(spec.root()));
    }
    manual(spec.root());
    console.note("Wrote the manual pages and completion scripts to " + share);
    return CommandLine.ExitCode.OK;
  }

  private void manual(CommandSpec command) {
    ManualPage page = new ManualPage(command);
    write("man/man1/" + page.name() + ".1", page.source(IsoglossVersion.version()));
    ManualPage.children(command).forEach(this::manual);
  }

  private void write(String name, String text) {
    Path file = share.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }
}
