// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.BitextFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;

/** Reads the sides of {@code bitext} and the pages of {@code help} as text of one language. */
final class MonolingualText {
  private MonolingualText() {}

  /** Returns the distinct lines of a language: its documentation, then its sides of the bitext. */
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
    for (BitextFolder.Part part : BitextFolder.open(data.resolve("bitext")).parts()) {
      if (part.contains(language)) {
        boolean first = part.languages().source().equals(language);
        try (Records<SentencePair> pairs = part.read(OnError.FAIL)) {
          while (pairs.hasNext() && lines.size() < maximum) {
            SentencePair pair = pairs.next();
            lines.add(first ? pair.source() : pair.target());
          }
        }
      }
    }
    return new ArrayList<>(lines);
  }
}
