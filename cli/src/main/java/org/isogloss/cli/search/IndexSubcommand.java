// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A command on an existing index, which is named before or after the command. */
abstract class IndexSubcommand implements Callable<Integer> {
  final Console console;

  @ParentCommand private IndexCommand parent;

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description =
          "The folder of the index, or solr:ZOOKEEPER/COLLECTION (default: "
              + IndexOption.DEFAULT
              + ").")
  private String address;

  IndexSubcommand(Console console) {
    this.console = console;
  }

  /** The location of the index. */
  final IndexLocation location() {
    return IndexLocations.of(address());
  }

  /** The name of the location, as it was given. */
  final String address() {
    return address == null ? parent.index.address : address;
  }
}
