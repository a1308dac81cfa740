// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.LanguagePairOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.BitextFormat;
import org.isogloss.data.bitext.ScoredPair;
import org.isogloss.data.bitext.ScoredPairs;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.scoring.MinedPair;

/**
 * Writes mined pairs in the format that the file name states.
 *
 * @param memoryLanguages the languages of a translation memory; empty for TSV
 * @param lineNumbers whether TSV has the numbers of the lines
 */
record MinedPairWriter(Path file, Optional<LanguagePair> memoryLanguages, boolean lineNumbers) {
  /**
   * Checks the format.
   *
   * @param languages the languages as the user states them; null for those of the file names
   */
  static MinedPairWriter of(
      Path file, Path source, Path target, String languages, boolean lineNumbers) {
    if (BitextFormat.ofFileName(file) == BitextFormat.TSV) {
      return new MinedPairWriter(file, Optional.empty(), lineNumbers);
    }
    if (lineNumbers) {
      throw new IsoglossException(
          OutputFileValidator.displayName(file)
              + ": a translation memory has no line numbers: omit --line-numbers, or write TSV");
    }
    LanguagePair pair =
        languages == null
            ? LanguagePairOption.stated(() -> Bitext.mosesLanguages(source, target))
            : LanguagePairOption.parse(languages);
    return new MinedPairWriter(file, Optional.of(pair), false);
  }

  void write(EncodedLines source, EncodedLines target, List<MinedPair> pairs) {
    if (memoryLanguages.isPresent()) {
      writeMemory(source, target, pairs, memoryLanguages.get());
      return;
    }
    try (RecordWriter<ScoredPair> writer =
        lineNumbers ? ScoredPairs.writer(file) : ScoredPairs.unnumberedWriter(file)) {
      for (MinedPair pair : pairs) {
        writer.write(
            new ScoredPair(
                source.lineNumber(pair.source()),
                target.lineNumber(pair.target()),
                pair.score(),
                source.text(pair.source()),
                target.text(pair.target())));
      }
      writer.commit();
    }
  }

  private void writeMemory(
      EncodedLines source, EncodedLines target, List<MinedPair> pairs, LanguagePair languages) {
    try (RecordWriter<SentencePair> writer = Bitext.writer(file, languages)) {
      for (MinedPair pair : pairs) {
        writer.write(
            new SentencePair(
                languages.source(),
                languages.target(),
                source.text(pair.source()),
                target.text(pair.target()),
                String.format(Locale.ROOT, "margin %.6f", pair.score())));
      }
      writer.commit();
    }
  }
}
