// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.search.IndexMerger;
import org.isogloss.search.SearchIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss index merge}. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Merge indexes of parts of a collection into a new index, without encoding anything again.",
      "",
      "The indexes must have been created with the same options, contain no common document and"
          + " have no translation tables, which can be added to the new index."
    })
final class IndexMergeCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "INDEX", arity = "1..*", description = "The folders of the indexes.")
  private List<Path> shards;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the new index.")
  private Path to;

  IndexMergeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    IndexMerger.merge(shards, to);
    try (SearchIndex merged = SearchIndex.open(to)) {
      console.note(
          "The index contains "
              + Console.formatCount(merged.documentCount(), "document", "documents")
              + ", "
              + Console.formatCount(merged.passageCount(), "passage", "passages"));
    }
    return 0;
  }
}
