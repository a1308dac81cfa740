// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.search.DictionaryTranslator;
import org.junit.jupiter.api.Test;

class TranslationModelsTest {
  private static final String GERMAN = "Wo schläft die Katze in der Nacht?";
  private static final String ENGLISH = "Where does the cat sleep at night?";
  private static final String FRENCH = "Où dort le chat la nuit ?";

  private final DictionaryTranslator toEnglish =
      new DictionaryTranslator("de fr", "en", Map.of(GERMAN, ENGLISH, "nichts", " "));
  private final DictionaryTranslator toFrench =
      new DictionaryTranslator("de", "fr", Map.of(GERMAN, FRENCH));
  private final TranslationModels models = new TranslationModels(List.of(toEnglish, toFrench));

  private static Query query(String language, String text) {
    return new Query("q7", Language.of(language), text);
  }

  @Test
  void translatesWithEveryModelOfTheLanguage() {
    assertThat(models.translate(query("de", GERMAN)))
        .containsExactly(query("en", ENGLISH), query("fr", FRENCH));
    assertThat(models.translate(query("fr", FRENCH))).containsExactly(query("en", FRENCH));
    assertThat(models.translate(query("en", ENGLISH))).isEmpty();
    assertThat(models.translate(query("ru", GERMAN))).isEmpty();
  }

  @Test
  void identifiesALanguageThatIsNotKnown() {
    assertThat(models.translate(Query.of(GERMAN)))
        .extracting(Query::text)
        .containsExactly(ENGLISH, FRENCH);
    assertThat(models.translate(Query.of(ENGLISH))).isEmpty();
  }

  @Test
  void theFirstModelIntoALanguageTranslates() {
    var other = new DictionaryTranslator("de it", "en", Map.of());
    var both = new TranslationModels(List.of(toEnglish, other));
    assertThat(both.translate(query("de", GERMAN))).containsExactly(query("en", ENGLISH));
    assertThat(both.translate(query("it", "gatto"))).containsExactly(query("en", "gatto"));
    assertThat(other.batches()).hasSize(1);
  }

  @Test
  void leavesOutEmptyTranslationsAndBlankQueries() {
    assertThat(models.translate(query("de", "nichts"))).containsExactly(query("fr", "nichts"));
    assertThat(models.translate(query("de", " "))).isEmpty();
    assertThat(TranslationModels.NONE.translate(query("de", GERMAN))).isEmpty();
  }

  @Test
  void translatesABatchInOneCallAndEveryTextOnce() {
    List<Query> both = List.of(query("de", GERMAN), query("fr", FRENCH));
    assertThat(models.remember(both))
        .extracting(Query::text)
        .containsExactly(ENGLISH, FRENCH, FRENCH);
    models.remember(List.of(query("de", "Hund"), query("de", "Hund")));
    models.translate(query("de", GERMAN));
    models.translate(query("de", "Hund"));
    assertThat(toEnglish.batches()).containsExactly(List.of(GERMAN, FRENCH), List.of("Hund"));
    assertThat(toFrench.batches()).containsExactly(List.of(GERMAN), List.of("Hund"));
  }
}
