package org.isogloss.neural.biencoder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.isogloss.core.Language;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.text.language.LanguageIdentifier;

/** What a model's tables say of texts, whose languages are identified once. */
final class LateInteractionStatistics {
  private final LateInteractionTables tables;
  private final IntFunction<String> texts;
  private final LanguageIdentifier identifier;
  private final Map<Integer, Language> languages = new HashMap<>();

  /**
   * For texts with numbers.
   *
   * @param texts by their numbers
   */
  LateInteractionStatistics(LateInteractionTables tables, IntFunction<String> texts) {
    this.tables = tables;
    this.texts = texts;
    List<Language> known = tables.languages().stream().map(Language::of).toList();
    this.identifier = LanguageIdentifier.restrictedTo(known);
  }

  private Language language(int text) {
    return languages.computeIfAbsent(
        text, number -> identifier.identify(texts.apply(number)).reliableLanguage());
  }

  /** How much a piece counts in a query. */
  float importance(int piece) {
    return tables.importance(piece);
  }

  /** What is taken off the vectors of a text's pieces. */
  float[] mean(int text) {
    return tables.statistics(language(text)).meanVector();
  }

  /** What a score of a query and a passage is multiplied by, for what lies between languages. */
  float languagePairFactor(int query, int passage) {
    return (float)
        (1 / Math.sqrt(tables.translationSimilarity(language(query), language(passage))));
  }
}
