// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.concordance.OccurrenceOrder;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.server.catalog.ServedCorpora;
import org.isogloss.server.catalog.ServedCorpus;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;

/**
 * Reads a request for a concordance from the parameters of a query string.
 *
 * @param language the language of the words; empty for the first one in which they occur
 * @param top maximum number of lines, and of translations
 */
record ConcordanceArguments(
    ServedCorpus corpus,
    WordPattern words,
    Optional<Language> language,
    OccurrenceOrder order,
    View view,
    int top) {
  static final int MAX_TOP = 200;
  static final int DEFAULT_TOP = 20;

  private static final Map<String, OccurrenceOrder> ORDERS =
      Map.of(
          "corpus", OccurrenceOrder.CORPUS,
          "before", OccurrenceOrder.BEFORE,
          "after", OccurrenceOrder.AFTER,
          "translation", OccurrenceOrder.TRANSLATION);

  private static final Map<String, View> VIEWS =
      Map.of("summary", View.SUMMARY, "lines", View.LINES, "translations", View.TRANSLATIONS);

  /** What the reply has besides the frequency. */
  enum View {
    SUMMARY,
    LINES,
    TRANSLATIONS;

    boolean hasLines() {
      return this != TRANSLATIONS;
    }

    boolean hasTranslations() {
      return this != LINES;
    }
  }

  /**
   * Reads the parameters.
   *
   * @throws RequestException if one is not allowed
   */
  static ConcordanceArguments read(Request request, ServedCorpora corpora) {
    return read(new Arguments(request.parametersAsObject()), request.grant(), corpora);
  }

  /**
   * Reads the arguments, all of which are text.
   *
   * @throws RequestException if one is not allowed
   */
  static ConcordanceArguments read(Arguments arguments, Grant grant, ServedCorpora corpora) {
    ServedCorpus corpus = corpora.find(grant, arguments.findString("corpus"));
    ConcordanceArguments read =
        new ConcordanceArguments(
            corpus,
            Arguments.parse("words", arguments.nonBlank("words"), WordPattern::of),
            arguments.findString("language").map(tag -> language(tag, corpus.languages())),
            arguments.choice("sort", ORDERS).orElse(OccurrenceOrder.CORPUS),
            arguments.choice("show", VIEWS).orElse(View.SUMMARY),
            integer(arguments, "top", MAX_TOP, DEFAULT_TOP));
    arguments.requireNoOthers();
    return read;
  }

  /** Returns one of the languages of a bitext. */
  static Language language(String tag, LanguagePair languages) {
    Language language = Arguments.parse("language", tag, Language::of);
    if (!language.equals(languages.source()) && !language.equals(languages.target())) {
      throw RequestException.invalid(
          "language",
          "language is "
              + Excerpt.quote(tag)
              + ", expected "
              + languages.source().tag()
              + " or "
              + languages.target().tag());
    }
    return language;
  }

  /** Returns the value of a parameter from 1 to a maximum. */
  static int integer(Arguments arguments, String key, int max, int defaultValue) {
    Optional<String> text = arguments.findString(key);
    if (text.isEmpty()) {
      return defaultValue;
    }
    int value = text.get().matches("[0-9]{1,9}") ? Integer.parseInt(text.get()) : 0;
    if (value < 1 || value > max) {
      throw RequestException.invalid(
          key, key + " is " + Excerpt.quote(text.get()) + ", expected an integer from 1 to " + max);
    }
    return value;
  }
}
