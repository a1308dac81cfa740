// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.OnError;
import picocli.CommandLine.Option;

/** Options of every long-running command that reads files of records. */
public final class ReadingOptions extends CommonOptions {
  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description =
          "What to do with a record that cannot be read: fail (default), or skip and count it.")
  public OnError onError = OnError.FAIL;

  @Option(
      names = "--errors",
      paramLabel = "FILE",
      description =
          "With --on-error skip: write every skipped record to this file, one on each line.")
  private Optional<Path> errors = Optional.empty();

  @Override
  public void apply(Console console) {
    super.apply(console);
    if (errors.isPresent() && onError == OnError.FAIL) {
      throw new IsoglossException("--errors lists skipped records: add --on-error skip");
    }
  }

  /**
   * Starts to report the records that this command skips in all its input. The report replaces the
   * file of an earlier one, so a command has one for all its files.
   */
  public SkippedRecordReporter skipReport(Console console) {
    return new SkippedRecordReporter(console, errors);
  }
}
