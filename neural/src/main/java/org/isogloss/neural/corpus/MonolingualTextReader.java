// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;

/**
 * Reads text without translations: files {@code xx.txt.gz} or {@code xx.NAME.txt.gz}, compressed or
 * not, with a sentence or a paragraph on each line.
 */
public final class MonolingualTextReader {
  /** The kind of pairs of a sentence with itself. */
  public static final String MONOLINGUAL = "monolingual";

  private static final Pattern FILE = Pattern.compile("([^.]+)(\\..+)?\\.txt(\\.(gz|bz2|xz|zst))?");

  private MonolingualTextReader() {}

  /** Returns whether a file has text of a language, by its name. */
  public static boolean isText(String name) {
    return languageOf(name).isPresent();
  }

  private static Optional<Language> languageOf(String name) {
    Matcher file = FILE.matcher(name);
    return file.matches() ? Language.findInName(file.group(1)) : Optional.empty();
  }

  /**
   * Reads all files; each line becomes a pair of itself in the group {@code xx-xx}.
   *
   * @param languages codes of the languages to read; empty for all
   * @throws IsoglossException if there is no file of these languages, or one is malformed
   */
  public static void read(Path folder, List<String> languages, SentencePairSink sink) {
    boolean found = false;
    for (Path file : files(folder)) {
      String language = languageOf(file.getFileName().toString()).orElseThrow().tag();
      if (languages.isEmpty() || languages.contains(language)) {
        found = true;
        try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
          lines.forEachRemaining(
              line -> {
                if (!line.isBlank()) {
                  int sentence = sink.addSentence(line.strip());
                  sink.addTrainingPair(MONOLINGUAL, language + "-" + language, sentence, sentence);
                }
              });
        }
      }
    }
    if (!found) {
      throw new IsoglossException(
          folder
              + ": has no text of "
              + (languages.isEmpty() ? "a language" : String.join(", ", languages))
              + ", expected files such as de.txt.gz");
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed.filter(file -> isText(file.getFileName().toString())).sorted().toList();
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + FileErrors.describe(e), e);
    }
  }
}
