// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The folder of the index. */
final class IndexFolderOption {
  private static final Path DEFAULT = Path.of("isogloss-index");

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description = "The index folder (default: ${DEFAULT-VALUE}).")
  Path folder = DEFAULT;

  /** Returns the option that selects this index, quoted for a shell; empty for the default. */
  String asOption() {
    if (folder.equals(DEFAULT)) {
      return "";
    }
    String name = folder.toString();
    boolean plain = name.matches("[\\p{L}\\p{N}/._-]+");
    return " --index " + (plain ? name : "'" + name.replace("'", "'\\''") + "'");
  }
}
