// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** Which indexes are served. */
final class IndexOptions {
  @Option(
      names = "--index",
      paramLabel = "[NAME=]DIR",
      description =
          "An index folder, and the name by which clients refer to it (default: the name of the"
              + " folder). Can be given several times.")
  private List<String> indexes = List.of();

  boolean isEmpty() {
    return indexes.isEmpty();
  }

  void apply(ServerBuilder builder) {
    for (String option : indexes) {
      int equals = option.indexOf('=');
      Path folder = Path.of(option.substring(equals + 1));
      Path last = folder.toAbsolutePath().normalize().getFileName();
      String name = equals >= 0 ? option.substring(0, equals) : String.valueOf(last);
      builder.index(name, folder);
    }
  }
}
