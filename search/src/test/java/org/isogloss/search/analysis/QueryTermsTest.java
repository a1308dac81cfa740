// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

class QueryTermsTest {
  private static Map<String, Set<String>> terms(String language, String text, String... codes) {
    QueryTerms terms =
        QueryTerms.of(
            new Query("q", Language.of(language), text),
            List.of(codes),
            LanguageAnalyzers.shipped());
    return Stream.of(codes).collect(Collectors.toMap(code -> code, terms::terms));
  }

  @Test
  void analysesTheQueryInEachLanguage() {
    var terms = terms("en", "houses in Berlin", "en", "de", "und");
    assertThat(terms.get("en")).containsExactly("hous", "berlin");
    assertThat(terms.get("de")).containsExactly("hous", "berlin");
    assertThat(terms.get("und")).containsExactly("houses", "berlin");
  }

  @Test
  void removesStopWordsOfTheQueryLanguageInOtherLanguages() {
    var terms = terms("de", "Wann war die Schlacht", "de", "en");
    assertThat(terms.get("en")).containsExactly("wann", "schlacht");
    assertThat(terms("und", "wann war die schlacht", "en").get("en"))
        .as("without German, the query language is unknown")
        .containsExactly("wann", "war", "die", "schlacht");
  }

  @Test
  void infersTheLanguageWhoseAnalyzerRemovesTheMostWords() {
    var terms = terms("und", "Wann war die Schlacht am Fluss", "de", "en", "fr");
    assertThat(terms.get("en")).contains("schlacht").doesNotContain("war", "die");
  }

  @Test
  void keepsTheAnalysisInTheQueryLanguage() {
    String text = "người Việt Nam là ai";
    assertThat(terms("vi", text, "vi").get("vi"))
        .containsExactly("người", "việt", "nam", "là", "ai");
  }

  @Test
  void returnsDistinctTerms() {
    assertThat(terms("en", "cat cats CAT dog", "en").get("en")).containsExactly("cat", "dog");
  }

  @Test
  void queryOfStopWordsHasNoTerms() {
    assertThat(terms("en", "to be or not to be", "en", "de"))
        .allSatisfy((code, none) -> assertThat(none).isEmpty());
  }
}
