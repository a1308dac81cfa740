package org.isogloss.papers.xpr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.WordTokenizer;

/** What of a documentation's section asks, and which text answers. */
enum Asking {
  /** Its heading asks for its text. */
  HEADING("headings") {
    @Override
    Optional<Asked> ask(HelpSections.Section section, LanguagePair languages, Random random) {
      return section.asks()
          ? Optional.of(new Asked(section.heading(), section.text()))
          : Optional.empty();
    }
  },
  /** Half of the words of one of its paragraphs ask for the text with this paragraph. */
  CLOZE("cloze") {
    @Override
    Optional<Asked> ask(HelpSections.Section section, LanguagePair languages, Random random) {
      return paragraph(section, random)
          .map(
              chosen ->
                  new Asked(
                      new Twin(
                          half(chosen.first(), languages.source(), random),
                          half(chosen.second(), languages.target(), random)),
                      section.text()));
    }
  },
  /** One of its paragraphs asks for the others (Lee, Chang and Toutanova 2019). */
  INVERSE_CLOZE("inverse-cloze") {
    @Override
    Optional<Asked> ask(HelpSections.Section section, LanguagePair languages, Random random) {
      return paragraph(section, random)
          .map(
              chosen ->
                  new Asked(
                      chosen,
                      new Twin(
                          without(chosen.first(), section.text().first()),
                          without(chosen.second(), section.text().second()))))
          .filter(asked -> !asked.answer().first().isBlank());
    }
  },
  /** One of its paragraphs asks for itself: in another language, for its translation. */
  TWIN("twins") {
    @Override
    Optional<Asked> ask(HelpSections.Section section, LanguagePair languages, Random random) {
      return paragraph(section, random).map(chosen -> new Asked(chosen, chosen));
    }

    @Override
    Twin shown(HelpSections.Section other, Random random) {
      return paragraph(other, random).orElse(other.text());
    }
  };

  /** A question with its answer. */
  record Asked(Twin query, Twin answer) {}

  private final String key;

  Asking(String key) {
    this.key = key;
  }

  /** Names its files. */
  String key() {
    return key;
  }

  /** A question out of a section, if it has one. */
  abstract Optional<Asked> ask(HelpSections.Section section, LanguagePair languages, Random random);

  /** How a section that does not answer is shown beside those that do. */
  Twin shown(HelpSections.Section other, Random random) {
    return other.text();
  }

  private static Optional<Twin> paragraph(HelpSections.Section section, Random random) {
    List<Twin> paragraphs = section.paragraphs();
    return paragraphs.isEmpty()
        ? Optional.empty()
        : Optional.of(paragraphs.get(random.nextInt(paragraphs.size())));
  }

  private static String without(String paragraph, String text) {
    return text.lines().filter(line -> !line.equals(paragraph)).collect(Collectors.joining("\n"));
  }

  private static String half(String text, Language language, Random random) {
    List<String> words = new ArrayList<>(WordTokenizer.forLanguage(language).words(text));
    for (int left = words.size() / 2; left > 0; left--) {
      words.remove(random.nextInt(words.size()));
    }
    return String.join(" ", words);
  }
}
