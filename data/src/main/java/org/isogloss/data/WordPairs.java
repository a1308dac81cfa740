package org.isogloss.data;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/**
 * Bilingual word lists: a line {@code source TAB target}, or, as MUSE's dictionaries have it, two
 * words with a space between. A word with several translations has several lines.
 */
public final class WordPairs {
  private WordPairs() {}

  /**
   * Reads a list whose languages stand in the file's name: {@code en-de.train.tsv}.
   *
   * @throws IsoglossException if the name does not say the languages
   */
  public static Records<WordPair> read(Path file, OnError onError) {
    return read(file, LanguagePair.ofFileName(file), onError);
  }

  /** Reads a list. */
  public static Records<WordPair> read(Path file, LanguagePair languages, OnError onError) {
    return LineRecords.read(file, onError, line -> pair(line, languages));
  }

  private static WordPair pair(String line, LanguagePair languages)
      throws MalformedRecordException {
    boolean tabs = line.indexOf('\t') >= 0;
    String[] words = tabs ? Parsing.columns(line) : line.strip().split(" +", -1);
    if (words.length != 2) {
      throw new MalformedRecordException(
          "found "
              + Parsing.count(words.length, tabs ? "column" : "word")
              + ", expected source TAB target, or two words with a space between");
    }
    return new WordPair(
        languages.source(),
        languages.target(),
        Parsing.notBlank(words[0].strip(), "the source word"),
        Parsing.notBlank(words[1].strip(), "the target word"));
  }

  /** Writes {@code source TAB target}. */
  public static RecordWriter<WordPair> writer(Path file) {
    return RecordWriter.open(
        file,
        (pair, line) -> {
          Tsv.appendText(pair.source(), line);
          Tsv.appendText(pair.target(), line.append('\t'));
        });
  }
}
