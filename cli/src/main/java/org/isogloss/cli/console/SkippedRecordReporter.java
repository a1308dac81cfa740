// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.bitext.PlainTextLines;

/**
 * Reports records that {@code --on-error skip} skips, and files of folders without records: the
 * first ten problems of each input as a warning, all of them in the file of {@code --errors}.
 */
public final class SkippedRecordReporter implements Consumer<FormatException>, AutoCloseable {
  private static final int MAX_SHOWN = 10;

  private final Console console;
  private final Optional<RecordWriter<String>> writer;
  private final List<String> shownProblems = new ArrayList<>();

  /**
   * Opens a reporter.
   *
   * @param file receives one line for each problem when this reporter is closed
   * @throws org.isogloss.core.IsoglossException if it cannot be written, or is also another output
   */
  public SkippedRecordReporter(Console console, Optional<Path> file) {
    this.console = console;
    file.ifPresent(path -> OutputFileValidator.prepare(console, path));
    this.writer = file.map(PlainTextLines::writer);
  }

  @Override
  public synchronized void accept(FormatException problem) {
    if (shownProblems.size() < MAX_SHOWN) {
      shownProblems.add(problem.getMessage());
    }
    writer.ifPresent(open -> open.write(problem.getMessage()));
  }

  /** Receives a skipped file of a folder; all are listed in the file, not as a warning. */
  public synchronized void acceptFile(FormatException file) {
    writer.ifPresent(open -> open.write(file.getMessage()));
  }

  /** Warns of the records that were skipped or left out in a complete input. */
  public void print(Path input, Records<?> records) {
    print(
        InputPaths.displayName(input),
        records.skippedCount(),
        records.withoutTextCount(),
        records.skippedFiles());
  }

  /**
   * Warns of the records that were skipped or left out in a complete input.
   *
   * @param input the input
   * @param skipped number of skipped records
   * @param withoutText number of records that were left out because they have no text
   * @param files files of a folder without records
   */
  public void print(String input, long skipped, long withoutText, SkippedFiles files) {
    print(input, skipped);
    print(input, files);
    if (withoutText > 0) {
      console.warn(
          "left out "
              + Console.formatCount(withoutText, "record", "records")
              + " of "
              + input
              + " without text");
    }
  }

  /**
   * Warns of the records that were skipped since the last warning.
   *
   * @param input the input
   * @param skipped number of skipped records
   */
  public synchronized void print(String input, long skipped) {
    if (skipped > 0) {
      StringBuilder lines = new StringBuilder("skipped ");
      lines.append(Console.formatCount(skipped, "record", "records")).append(" of ");
      lines.append(input);
      lines.append(shownProblems.isEmpty() ? "" : ":");
      shownProblems.forEach(problem -> lines.append("\n  ").append(problem.replace('\n', ' ')));
      if (!shownProblems.isEmpty() && skipped > shownProblems.size()) {
        lines
            .append("\n  and ")
            .append(Console.formatCount(skipped - shownProblems.size()))
            .append(" more");
        lines.append(writer.isPresent() ? "" : "; --errors FILE writes all of them");
      }
      console.warn(lines.toString());
    }
    shownProblems.clear();
  }

  private void print(String folder, SkippedFiles files) {
    if (files.count() > 0) {
      console.warn(
          "skipped "
              + Console.formatCount(files.count(), "file", "files")
              + " of "
              + folder
              + ": "
              + files.summary()
              + (files.isSummaryComplete() || writer.isPresent()
                  ? ""
                  : "; --errors FILE lists all of them"));
    }
  }

  @Override
  public void close() {
    writer.ifPresent(
        open -> {
          open.commit();
          open.close();
        });
  }
}
