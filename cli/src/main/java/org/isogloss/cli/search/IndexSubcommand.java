// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A command on an existing index, which is named before or after the command. */
abstract class IndexSubcommand implements Callable<Integer> {
  final Console console;

  @ParentCommand private IndexCommand parent;

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description = "The index folder (default: isogloss-index).")
  private Path folder;

  IndexSubcommand(Console console) {
    this.console = console;
  }

  /** The folder of the index. */
  final Path folder() {
    return folder == null ? parent.index.folder : folder;
  }
}
