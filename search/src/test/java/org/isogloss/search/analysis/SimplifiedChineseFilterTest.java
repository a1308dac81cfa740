// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Transliterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimplifiedChineseFilterTest {
  private static List<String> terms(String text) {
    return QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage("zh"), text).stream()
        .map(QueryTerms.Token::term)
        .toList();
  }

  @Test
  void convertsTraditionalCharacters() {
    assertThat(terms("漢語")).isEqualTo(terms("汉语")).isNotEmpty();
  }

  @Test
  void keepsTermsWithoutChineseCharacters() {
    assertThat(terms("Warsaw Москва")).containsExactly("warsaw", "москва");
  }

  @Test
  void icuConvertsNoCharacterBelowTheFirstCjkCharacter() {
    Transliterator icu = Transliterator.getInstance("Traditional-Simplified");
    StringBuilder below = new StringBuilder();
    for (char c = 1; c < 0x2E80; c++) {
      below.append(c);
    }
    assertThat(icu.transliterate(below.toString())).isEqualTo(below.toString());
  }
}
