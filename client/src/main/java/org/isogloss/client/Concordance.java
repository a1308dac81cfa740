// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.core.json.JsonObject;

/**
 * How words are used and translated in a bitext of a server.
 *
 * @param corpus name of the bitext
 * @param words the words that were sought
 * @param language language of the words
 * @param translationLanguage language of the translations
 * @param pairs number of sentence pairs of the bitext, with those left out
 * @param malformedPairs number of pairs that could not be read, and were left out
 * @param longPairs number of pairs with a sentence of more than 2,000 characters, which were left
 *     out
 * @param occurrences number of occurrences of the words
 * @param perMillion occurrences per million words of the language
 * @param dispersion 0 if the occurrences are as even as all words, 1 if all are in one small part
 * @param aligned number of occurrences whose translations are counted, all or a random sample
 * @param translations the most frequent translations
 * @param distinctTranslations number of translations
 * @param notAligned number of occurrences without aligned words
 * @param lines sentences with the words
 */
public record Concordance(
    String corpus,
    String words,
    Language language,
    Language translationLanguage,
    long pairs,
    long malformedPairs,
    long longPairs,
    long occurrences,
    double perMillion,
    double dispersion,
    int aligned,
    List<Translation> translations,
    int distinctTranslations,
    int notAligned,
    List<Line> lines) {
  /**
   * A translation of the words.
   *
   * @param words as they are written most often; {@code ...} stands for other words between them
   * @param count number of occurrences with this translation, in upper or lower case
   * @param share share of the aligned occurrences, 0 to 1
   */
  public record Translation(String words, int count, double share) {
    public Translation {
      requireNonNull(words, "words is null");
    }

    private static Translation read(JsonObject json) {
      return new Translation(
          json.string("words"), json.intAtLeast("count", 1), json.number("share"));
    }
  }

  /**
   * A sentence with the words.
   *
   * @param pair number of the pair in the bitext, from 1
   * @param source the sentence
   * @param match position of the words in it
   * @param target its translation
   * @param counterparts positions of the aligned words of the translation
   */
  public record Line(long pair, String source, Span match, String target, List<Span> counterparts) {
    public Line {
      requireNonNull(source, "source is null");
      requireNonNull(match, "match is null");
      requireNonNull(target, "target is null");
      counterparts = List.copyOf(counterparts);
    }

    private static Line read(JsonObject json) {
      List<Integer> match = json.integers("match");
      if (match.size() != 2) {
        throw json.error("match", match.toString(), "two integers");
      }
      return new Line(
          json.integer("pair"),
          json.string("source"),
          json.create(() -> new Span(match.getFirst(), match.getLast())),
          json.string("target"),
          json.spans("counterparts"));
    }
  }

  public Concordance {
    requireNonNull(corpus, "corpus is null");
    requireNonNull(words, "words is null");
    requireNonNull(language, "language is null");
    requireNonNull(translationLanguage, "translationLanguage is null");
    translations = List.copyOf(translations);
    lines = List.copyOf(lines);
  }

  static Concordance read(JsonObject json) {
    return new Concordance(
        json.string("corpus"),
        json.string("words"),
        json.language("language"),
        json.language("translation_language"),
        json.integer("pairs"),
        json.integer("malformed_pairs"),
        json.integer("long_pairs"),
        json.integer("occurrences"),
        json.number("per_million"),
        json.number("dispersion"),
        json.intAtLeast("aligned", 0),
        json.requiredObjects("translations").stream().map(Translation::read).toList(),
        json.intAtLeast("distinct_translations", 0),
        json.intAtLeast("not_aligned", 0),
        json.requiredObjects("lines").stream().map(Line::read).toList());
  }
}
