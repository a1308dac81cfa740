// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;

/** Reads the sides of {@code bitext} and the pages of {@code help} as text of one language. */
final class MonolingualText {
  private static final Language ENGLISH = Language.of("en");

  private MonolingualText() {}

  /**
   * Returns the distinct lines of a language: its documentation, then its side of the bitext. For
   * English, that of all bitext files, in the order of their names.
   */
  static List<String> lines(Path data, Language language, int maximum) {
    Set<String> lines = new LinkedHashSet<>();
    Path documentation = data.resolve("help").resolve(language.code() + ".tsv.gz");
    if (Files.exists(documentation)) {
      try (Records<DocumentationParagraph> paragraphs =
          ParallelDocumentation.readParagraphs(documentation, OnError.FAIL)) {
        while (paragraphs.hasNext() && lines.size() < maximum) {
          lines.add(paragraphs.next().text());
        }
      }
    }
    boolean english = language.equals(ENGLISH);
    for (Path file :
        bitextFiles(data, name -> english || name.equals("en-" + language.code() + ".tsv.gz"))) {
      try (Records<SentencePair> pairs =
          Bitext.readTsv(file, LanguagePair.fromFileName(file), OnError.FAIL)) {
        while (pairs.hasNext() && lines.size() < maximum) {
          SentencePair pair = pairs.next();
          lines.add(english ? pair.source() : pair.target());
        }
      }
    }
    return new ArrayList<>(lines);
  }

  private static List<Path> bitextFiles(Path data, Predicate<String> filter) {
    Path folder = data.resolve("bitext");
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("en-.*\\.tsv\\.gz"))
          .filter(file -> filter.test(file.getFileName().toString()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
  }
}
