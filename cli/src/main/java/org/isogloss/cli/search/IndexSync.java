// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.api.field.FieldTypeException;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.SymbolicLinkOption;
import org.isogloss.data.InputPaths;
import org.isogloss.data.detect.PartitionedCollection;
import org.isogloss.search.Indexer;
import org.isogloss.search.SyncSummary;

/** Keeps an index in step with collections and prints what has changed. */
final class IndexSync {
  private final Console console;
  private final List<PartitionedCollection> collections;
  private final SkippedRecordReporter skipped;

  IndexSync(
      Console console, List<PartitionedCollection> collections, SkippedRecordReporter skipped) {
    this.console = console;
    this.collections = collections;
    this.skipped = skipped;
    for (PartitionedCollection collection : collections) {
      collection.onSkipped(skipped).onSkippedFile(skipped::acceptFile);
    }
  }

  /**
   * Changes the index so that it contains what the collections contain at present.
   *
   * @param checkpoint called after each file; may throw to end the run at its last commit
   */
  void run(Indexer indexer, Runnable checkpoint) {
    for (PartitionedCollection collection : collections) {
      SyncSummary summary = run(indexer, collection, checkpoint);
      report(collection, summary);
      skipped.print(
          collection.origin().toString(),
          summary.skippedRecords(),
          summary.withoutText(),
          summary.skippedFiles());
    }
  }

  /** Like {@link #run(Indexer, Runnable)}, but prints nothing if nothing has changed. */
  void runAgain(Indexer indexer, Runnable checkpoint) {
    for (PartitionedCollection collection : collections) {
      SyncSummary summary = run(indexer, collection, checkpoint);
      if (summary.hasChanges()) {
        report(collection, summary);
        skipped.print(collection.origin().toString(), summary.skippedRecords());
      }
    }
  }

  private SyncSummary run(Indexer indexer, PartitionedCollection collection, Runnable checkpoint) {
    ProgressBar progress = console.progress("Indexing", "documents");
    SyncSummary summary =
        OptionHint.add(
            "--field NAME=string",
            FieldTypeException.class::isInstance,
            () ->
                DocumentFieldOptions.hint(
                    () ->
                        SymbolicLinkOption.hint(
                            () ->
                                indexer.sync(
                                    collection,
                                    now -> {
                                      IndexCommand.show(progress, now);
                                      checkpoint.run();
                                    }))));
    console.endProgress();
    return summary;
  }

  private void report(PartitionedCollection collection, SyncSummary summary) {
    List<String> changes = new ArrayList<>();
    add(changes, summary.added(), "added");
    add(changes, summary.changed(), "changed");
    add(changes, summary.moved(), "moved");
    add(changes, summary.gone(), "gone");
    add(changes, summary.unchanged(), "unchanged");
    console.note(
        "Synchronized with "
            + InputPaths.displayName(collection.origin())
            + " in "
            + Console.formatDuration(summary.content().elapsed())
            + ": "
            + (changes.isEmpty() ? "no files" : "files " + String.join(", ", changes)));
    IndexCommand.reportContent(console, summary.content());
  }

  private static void add(List<String> changes, int count, String kind) {
    if (count > 0) {
      changes.add(Console.formatCount(count) + " " + kind);
    }
  }
}
