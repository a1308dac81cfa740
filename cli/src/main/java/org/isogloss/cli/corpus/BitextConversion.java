// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;

/** Writes the pairs of a file of bitext in another form. */
final class BitextConversion {
  private static final int PROGRESS_PAIRS = 1_000;

  private final Console console;
  private final Path file;

  BitextConversion(Console console, Path file) {
    this.console = console;
    this.file = file;
  }

  /**
   * Converts all pairs, and writes those that have changed and in which both sides have a text.
   *
   * @param output a file, whose folder is created if it does not exist
   * @param converted the languages of converted pairs
   * @param convert returns a pair in the other form, or the same pair
   */
  void write(Path output, LanguagePair converted, UnaryOperator<SentencePair> convert) {
    OutputFileValidator.prepareWithFolders(console, output);
    ProgressBar progress = console.progress("Converting", "pairs");
    long read = 0;
    long written = 0;
    try (Records<SentencePair> pairs = Bitext.read(file, OnError.FAIL);
        RecordWriter<SentencePair> writer = Bitext.tsvWriter(output, converted)) {
      while (pairs.hasNext()) {
        SentencePair pair = pairs.next();
        SentencePair changed = convert.apply(pair);
        if (!changed.equals(pair) && !changed.source().isBlank() && !changed.target().isBlank()) {
          writer.write(changed);
          written++;
        }
        if (++read % PROGRESS_PAIRS == 0) {
          progress.update(read, 0);
        }
      }
      writer.commit();
    }
    console.endProgress();
    console.note(
        "Wrote "
            + Console.formatCount(written, "pair", "pairs")
            + " of "
            + Console.formatCount(read)
            + " to "
            + output);
  }
}
