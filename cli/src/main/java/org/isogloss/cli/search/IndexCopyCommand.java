// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.IndexCopier;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index copy}. */
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    description =
        "Copy the documents of an index to another one with their vectors, which are not computed"
            + " again: from a folder to a cluster, or from several folders to one index. Translation"
            + " tables are not copied.")
final class IndexCopyCommand extends IndexSubcommand {
  @Option(
      names = "--to",
      required = true,
      paramLabel = "INDEX",
      description =
          "The target, which is created if there is no index: a folder, or"
              + " solr:ZOOKEEPER/COLLECTION?shards=N&replicas=N.")
  private String target;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: number of processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  IndexCopyCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (threads < 1) {
      throw new IsoglossException("--threads is " + threads + ", expected 1 or more");
    }
    IndexLocation to = IndexLocations.of(target);
    if (to.equals(location())) {
      throw new IsoglossException("--to is the index itself, expected another place");
    }
    long passages;
    try (SearchIndex index = SearchIndex.open(location())) {
      passages = index.passageCount();
    }
    ProgressBar progress = console.progress("Copying", "passages");
    IndexCopier.Summary summary =
        new IndexCopier(to, threads)
            .copy(location(), copied -> progress.update(copied, passages, ""));
    console.endProgress();
    console.note(
        "Copied "
            + Console.formatCount(summary.copied(), "passage", "passages")
            + "; "
            + to.name()
            + " contains "
            + Console.formatCount(summary.documents(), "document", "documents")
            + ", "
            + Console.formatCount(summary.passages(), "passage", "passages"));
    return 0;
  }
}
