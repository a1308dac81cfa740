// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordFormsTest {
  private static WordForms forms(String language) {
    return LanguageAnalyzers.shipped().forms(language).orElseThrow();
  }

  private static List<String> terms(String language, String text) {
    return QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage(language), text).stream()
        .map(QueryTerms.Token::term)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "vi, Hà Nội, Noi",
    "pl, Łódź, Lodz",
    "cs, Dvořák, dvorak",
    "tr, ağaç, agac",
    "nb, Tromsø, Tromso",
    "nb, Tromsø, Tromsoe",
    "da, Århus, Aarhus",
    "hu, Győr, Gyor",
    "ro, Timișoara, Timisoara",
    "en, Wi-Fi, wifi",
    "en, '1,230', 1230",
    "en, O'Brien, obrien",
    "ca, col·legi, collegi",
    "en, max_seq_length, seq",
    "en, maxSeqLength, length",
    "en, report-2024.final.pdf, final",
    "en, Isogloss.SearchEngine, engine",
    "de, groß.Donau, Donau",
    "de, Krankenhausversicherung, Krankenhaus",
    "nl, ziekenhuisopname, ziekenhuis",
    "fi, kahvikuppi, kahvi",
    "ru, сор, cop",
    "ru, Mосква, Москва",
    "uk, сор, cop",
  })
  void findsWordsByTheirForms(String language, String word, String query) {
    assertThat(forms(language).tokens(word))
        .extracting(QueryTerms.Token::term)
        .containsAll(terms(language, query))
        .doesNotContainAnyElementsOf(terms(language, word));
  }

  @ParameterizedTest
  @CsvSource({"en, The houses are white. U.S.A.", "und, Crème brûlée", "de, Haus", "ja, 東京都に行った"})
  void otherWordsHaveNone(String language, String text) {
    assertThat(forms(language).tokens(text)).isEmpty();
  }

  @Test
  void formsStandAtTheirWords() {
    String text = "(Ło\u0301dz\u0301), i Wi-Fi.";
    assertThat(forms("pl").tokens(text))
        .extracting(QueryTerms.Token::term, token -> token.span().coveredText(text))
        .contains(
            tuple(terms("pl", "Lodz").getFirst(), "Ło\u0301dz\u0301"),
            tuple(terms("pl", "WiFi").getFirst(), "Wi-Fi"));
    Span all = new Span(0, text.length());
    assertThat(QueryTerms.tokensAndForms(LanguageAnalyzers.shipped(), "pl", text))
        .allMatch(token -> token.span().end() <= all.end())
        .isSortedAccordingTo((a, b) -> Integer.compare(a.span().start(), b.span().start()));
  }

  @Test
  void partsCountLessThanSpellings() {
    assertThat(forms("de").frequencies("Krankenhausversicherung Wi-Fi Wi-Fi"))
        .containsEntry(terms("de", "WiFi").getFirst(), 2.0)
        .containsEntry(terms("de", "Krankenhaus").getFirst(), 1.0 / 16);
  }

  @Test
  void earlierIndexesAndOtherAnalyzersHaveNone() {
    LanguageAnalyzers shipped = LanguageAnalyzers.shipped();
    assertThat(shipped.withRules(TextRules.NONE).forms("de")).isEmpty();
    assertThat(shipped.with(Language.of("de"), "own", shipped.forLanguage("en")).forms("de"))
        .isEmpty();
  }
}
