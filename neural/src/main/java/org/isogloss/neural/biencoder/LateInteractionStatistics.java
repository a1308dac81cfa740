// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.isogloss.core.Language;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.text.language.LanguageIdentifier;

/** Looks up the tables of a model for texts. The language of each text is identified only once. */
final class LateInteractionStatistics {
  private final LateInteractionTables tables;
  private final IntFunction<String> texts;
  private final LanguageIdentifier identifier;
  private final Map<Integer, Language> languages = new HashMap<>();

  /**
   * Creates the statistics.
   *
   * @param tables the tables of the model
   * @param texts returns a text by its number
   */
  LateInteractionStatistics(LateInteractionTables tables, IntFunction<String> texts) {
    this.tables = tables;
    this.texts = texts;
    List<Language> supported = tables.languages().stream().map(Language::of).toList();
    this.identifier = LanguageIdentifier.restrictedTo(supported);
  }

  private Language language(int text) {
    return languages.computeIfAbsent(
        text, number -> identifier.identify(texts.apply(number)).reliableLanguage());
  }

  /** Returns the weight of a token in a query. */
  float importance(int token) {
    return tables.importance(token);
  }

  /** Returns the mean vector that is subtracted from the token vectors of a text. */
  float[] mean(int text) {
    return tables.statistics(language(text)).meanVector();
  }

  /**
   * Returns the change of the score of a query and a passage that compensates for the distance
   * between their languages.
   */
  LateInteractionTables.Compensation compensation(int query, int passage) {
    return tables.compensation(language(query), language(passage));
  }
}
