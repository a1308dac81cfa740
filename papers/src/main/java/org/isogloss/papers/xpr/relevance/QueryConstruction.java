// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.papers.xpr.mixture.BilingualText;

/** Construction of queries and relevant texts from a section of a documentation. */
public enum QueryConstruction {
  /** The heading retrieves the text. */
  HEADING("headings") {
    @Override
    Optional<QueryWithAnswer> construct(
        BilingualSections.BilingualSection section, LanguagePair languages, Random random) {
      return section.uniqueHeading()
          ? Optional.of(new QueryWithAnswer(section.heading(), section.text()))
          : Optional.empty();
    }
  },
  /** Half of the words of a paragraph retrieve the text with this paragraph. */
  CLOZE("cloze") {
    @Override
    Optional<QueryWithAnswer> construct(
        BilingualSections.BilingualSection section, LanguagePair languages, Random random) {
      return paragraph(section, random)
          .map(
              chosen ->
                  new QueryWithAnswer(
                      new BilingualText(
                          sampleHalf(chosen.first(), languages.source(), random),
                          sampleHalf(chosen.second(), languages.target(), random)),
                      section.text()));
    }
  },
  /** A paragraph retrieves the other paragraphs (Lee, Chang and Toutanova 2019). */
  INVERSE_CLOZE("inverse-cloze") {
    @Override
    Optional<QueryWithAnswer> construct(
        BilingualSections.BilingualSection section, LanguagePair languages, Random random) {
      return paragraph(section, random)
          .map(
              chosen ->
                  new QueryWithAnswer(
                      chosen,
                      new BilingualText(
                          withoutParagraph(chosen.first(), section.text().first()),
                          withoutParagraph(chosen.second(), section.text().second()))))
          .filter(question -> !question.answer().first().isBlank());
    }
  },
  /** A paragraph retrieves itself: in another language, its translation. */
  TRANSLATED_PARAGRAPH("twins") {
    @Override
    Optional<QueryWithAnswer> construct(
        BilingualSections.BilingualSection section, LanguagePair languages, Random random) {
      return paragraph(section, random).map(chosen -> new QueryWithAnswer(chosen, chosen));
    }

    @Override
    BilingualText distractorText(BilingualSections.BilingualSection other, Random random) {
      return paragraph(other, random).orElse(other.text());
    }
  };

  /** A query with its relevant text. */
  record QueryWithAnswer(BilingualText query, BilingualText answer) {}

  private final String key;

  QueryConstruction(String key) {
    this.key = key;
  }

  /** Returns the name of its files. */
  public String key() {
    return key;
  }

  /** Returns a query of a section, if it has one. */
  abstract Optional<QueryWithAnswer> construct(
      BilingualSections.BilingualSection section, LanguagePair languages, Random random);

  /** Returns the text of a section as a negative, in the form of relevant texts. */
  BilingualText distractorText(BilingualSections.BilingualSection other, Random random) {
    return other.text();
  }

  private static Optional<BilingualText> paragraph(
      BilingualSections.BilingualSection section, Random random) {
    List<BilingualText> paragraphs = section.paragraphs();
    return paragraphs.isEmpty()
        ? Optional.empty()
        : Optional.of(paragraphs.get(random.nextInt(paragraphs.size())));
  }

  private static String withoutParagraph(String paragraph, String text) {
    return text.lines().filter(line -> !line.equals(paragraph)).collect(Collectors.joining("\n"));
  }

  private static String sampleHalf(String text, Language language, Random random) {
    List<String> words = new ArrayList<>(WordTokenizer.forLanguage(language).words(text));
    for (int left = words.size() / 2; left > 0; left--) {
      words.remove(random.nextInt(words.size()));
    }
    return String.join(" ", words);
  }
}
