// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.validation.IndexValidator;
import picocli.CommandLine.Command;

/** {@code isogloss index check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Verify an index: every checksum and structure of its files, its manifest, vectors, and"
          + " tables.",
      "",
      "Reads the whole index. Ends with exit code 1 if it is damaged. An index is verified without"
          + " this command (checksums only) when it is opened after its writer was killed."
    })
final class IndexCheckCommand extends IndexSubcommand {
  IndexCheckCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Path checked =
        location()
            .folder()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        address()
                            + ": only the files of an index in a folder can be checked; Solr checks"
                            + " its own"));
    IndexValidator.Report report = IndexValidator.validate(checked);
    if (!report.isValid()) {
      throw new IsoglossException(
          checked
              + ": the index is damaged:\n  "
              + String.join("\n  ", report.problems())
              + "\nindex the collection again into another folder");
    }
    console.print(
        checked
            + ": no problems in "
            + Console.formatCount(report.documents(), "document", "documents")
            + ", "
            + Console.formatCount(report.passages(), "passage", "passages")
            + ", "
            + Console.formatCount(report.segments(), "segment", "segments")
            + ", "
            + Console.formatCount(report.tables(), "table", "tables"));
    return 0;
  }
}
