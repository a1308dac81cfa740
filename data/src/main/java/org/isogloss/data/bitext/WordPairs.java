// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Bilingual word lists, with lines {@code source TAB target}, or, as in MUSE's dictionaries, two
 * words separated by a space. A word with several translations has several lines.
 */
public final class WordPairs {
  private WordPairs() {}

  /**
   * Reads a list whose file name contains the languages: {@code en-de.train.tsv}.
   *
   * @throws IsoglossException if the name does not contain a pair of languages
   */
  public static Records<WordPair> read(Path file, OnError onError) {
    return read(file, LanguagePair.fromFileName(file), onError);
  }

  /** Reads a list. */
  public static Records<WordPair> read(Path file, LanguagePair languages, OnError onError) {
    return LineRecordReader.read(file, onError, line -> pair(line, languages));
  }

  private static WordPair pair(String line, LanguagePair languages)
      throws MalformedRecordException {
    boolean tabs = line.indexOf('\t') >= 0;
    String[] words = tabs ? FieldParsing.splitColumns(line) : line.strip().split(" +", -1);
    if (words.length != 2) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(words.length, tabs ? "column" : "word")
              + ", expected source TAB target, or two words separated by a space");
    }
    return new WordPair(
        languages.source(),
        languages.target(),
        FieldParsing.requireNotBlank(words[0].strip(), "the source word"),
        FieldParsing.requireNotBlank(words[1].strip(), "the target word"));
  }

  /** Writes lines {@code source TAB target}. */
  public static RecordWriter<WordPair> writer(Path file) {
    return RecordWriter.open(
        file,
        (pair, line) -> {
          TsvEscaping.appendText(pair.source(), line);
          TsvEscaping.appendText(pair.target(), line.append('\t'));
        });
  }
}
