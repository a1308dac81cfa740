// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.documentation.DocumentationSection;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.papers.xpr.mixture.BilingualText;

/** The sections of a documentation that exist in both languages. */
final class BilingualSections {
  private static final int SPLIT_PARTS = 10;

  /** Length of query paragraphs, in characters of the first language. */
  private static final int MIN_PARAGRAPH_LENGTH = 25;

  /** Split of the pages. */
  enum DataSplit {
    TRAINING,
    VALIDATION,
    TEST;

    /** One page in ten each is held out for validation and for the test, by its name. */
    static DataSplit of(String page) {
      return switch (Math.floorMod(page.hashCode(), SPLIT_PARTS)) {
        case 0 -> TEST;
        case 1 -> VALIDATION;
        default -> TRAINING;
      };
    }
  }

  /**
   * A section.
   *
   * @param page its page
   * @param uniqueHeading whether its heading occurs once, in either language
   * @param paragraphs paragraphs that occur once, in either language, and may be queries; none if
   *     the languages have different numbers of paragraphs
   */
  record BilingualSection(
      String page,
      BilingualText heading,
      BilingualText text,
      boolean uniqueHeading,
      List<BilingualText> paragraphs) {
    DataSplit split() {
      return DataSplit.of(page);
    }
  }

  private BilingualSections() {}

  /**
   * Reads a folder of {@code xx.tsv.gz}.
   *
   * @throws IsoglossException if a language is missing, or the two share no section
   */
  static List<BilingualSection> read(Path folder, LanguagePair languages) {
    ParallelDocumentation documentation = ParallelDocumentation.open(folder);
    Map<List<String>, DocumentationSection> second = new HashMap<>();
    try (Records<DocumentationSection> read = sections(documentation, languages.target())) {
      read.forEachRemaining(one -> second.put(List.of(one.page(), one.id()), one));
    }
    List<BilingualSection> sections = new ArrayList<>();
    Map<String, Integer> headings = new HashMap<>();
    try (Records<DocumentationSection> read = sections(documentation, languages.source())) {
      read.forEachRemaining(
          one -> {
            DocumentationSection other = second.get(List.of(one.page(), one.id()));
            if (other != null) {
              headings.merge("1" + one.heading(), 1, Integer::sum);
              headings.merge("2" + other.heading(), 1, Integer::sum);
              sections.add(
                  new BilingualSection(
                      one.page(),
                      new BilingualText(one.heading(), other.heading()),
                      new BilingualText(one.text(), other.text()),
                      true,
                      List.of()));
            }
          });
    }
    if (sections.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": contains no section in both "
              + languages.source()
              + " and "
              + languages.target());
    }
    Map<String, Integer> places = new HashMap<>();
    for (BilingualSection section : sections) {
      section.text().first().lines().forEach(line -> places.merge("1" + line, 1, Integer::sum));
      section.text().second().lines().forEach(line -> places.merge("2" + line, 1, Integer::sum));
    }
    return sections.stream()
        .map(
            one ->
                new BilingualSection(
                    one.page(),
                    one.heading(),
                    one.text(),
                    headings.get("1" + one.heading().first()) == 1
                        && headings.get("2" + one.heading().second()) == 1,
                    paragraphs(one.text(), places)))
        .toList();
  }

  private static List<BilingualText> paragraphs(BilingualText text, Map<String, Integer> places) {
    List<String> first = text.first().lines().toList();
    List<String> second = text.second().lines().toList();
    if (first.size() != second.size()) {
      return List.of();
    }
    return IntStream.range(0, first.size())
        .mapToObj(i -> new BilingualText(first.get(i), second.get(i)))
        .filter(paragraph -> paragraph.first().length() >= MIN_PARAGRAPH_LENGTH)
        .filter(
            paragraph ->
                places.get("1" + paragraph.first()) == 1
                    && places.get("2" + paragraph.second()) == 1)
        .toList();
  }

  private static Records<DocumentationSection> sections(
      ParallelDocumentation documentation, Language language) {
    return documentation.sections(language, OnError.FAIL);
  }
}
