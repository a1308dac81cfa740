// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageAnalyzersTest {
  private static List<String> terms(String language, String text) throws IOException {
    return terms(LanguageAnalyzers.shipped().forLanguage(language), text);
  }

  private static List<String> terms(Analyzer analyzer, String text) throws IOException {
    List<String> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("text_x", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term.toString());
      }
      stream.end();
    }
    return terms;
  }

  @ParameterizedTest
  @CsvSource({
    "en, The houses of the cats, hous cat",
    "de, Die Häuser der Katzen, haus katz",
    "ru, Дома и кошки, дом кошк",
    "tr, Evler ve kediler, ev kedi",
    "pl, Uniwersytety i książkami, uniwersytet książek",
    "ja, 東京都に行った, 東京 都 行く",
    "ko, 한국어를 배웁니다, 한국 어 배우",
    "th, ฉันรักภาษาไทย, ฉัน รัก ภาษา ไทย",
    "vi, Người Việt Nam, người việt nam",
    "zh, 我爱北京天安门, 我 爱 北京 天安门",
    "uk, Привіт Світ, привіт світ",
    "he, שלום עולם, שלום עולם",
    "sw, Habari ya Dunia, habari ya dunia",
  })
  void analysesEachLanguageWithItsAnalyzer(String language, String text, String expected)
      throws IOException {
    assertThat(String.join(" ", terms(language, text))).isEqualTo(expected);
  }

  @Test
  void convertsTraditionalCharactersToSimplifiedOnes() throws IOException {
    assertThat(terms("zh", "漢語")).isEqualTo(terms("zh", "汉语")).containsExactly("汉语");
  }

  @Test
  void foldsLanguagesWithoutASpecificAnalyzer() throws IOException {
    assertThat(terms("und", "Crème BRÛLÉE ﬁn")).containsExactly("creme", "brulee", "fin");
    assertThat(terms("sw", "Crème")).isEqualTo(terms("und", "Crème"));
  }

  @Test
  void analysesArbitraryTextInEveryLanguage() throws IOException {
    String cruel =
        "a".repeat(20_000)
            + " \uFDFA".repeat(5000)
            + "\uFDFA".repeat(5000)
            + " lonely \uD83D surrogate \uDE00 NUL \0 and \u202E 👩‍👩‍👧‍👦 ก็".repeat(20);
    Set<Analyzer> seen = new HashSet<>();
    for (Language language : Language.all()) {
      if (!seen.add(LanguageAnalyzers.shipped().forLanguage(language.code()))) {
        continue;
      }
      for (String term : terms(language.code(), cruel)) {
        assertThat(term.length()).as("longest term of " + language).isLessThan(10_000);
      }
    }
  }

  @Test
  void namesAllAnalyzers() {
    assertThat(LanguageAnalyzers.shipped().names())
        .containsEntry("de", "lucene-german")
        .containsEntry("th", "icu");
  }
}
