package org.isogloss.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the index is. */
final class IndexLocation {
  @Option(
      names = "--index",
      paramLabel = "DIR",
      description = "The index folder (default: ${DEFAULT-VALUE}).")
  Path folder = Path.of("isogloss-index");
}
