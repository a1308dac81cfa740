// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.util.ULocale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

/** The table of languages agrees with ICU, except for the entries listed here. */
class LanguageTableCoverageTest {
  /** The entries in which the table and ICU differ, by language code. */
  private static Map<String, String> disagreements(
      Function<Language, String> table, Function<ULocale, String> icu) {
    Map<String, String> found = new TreeMap<>();
    for (Language language : Language.all()) {
      String ours = table.apply(language);
      String theirs = icu.apply(new ULocale(language.code()));
      if (!theirs.isEmpty() && !ours.equals(theirs)) {
        found.put(language.code(), ours + ", ICU " + theirs);
      }
    }
    return found;
  }

  @Test
  void namesAgreeWithIcu() {
    assertThat(disagreements(Language::name, locale -> locale.getDisplayLanguage(ULocale.ENGLISH)))
        .isEqualTo(
            Map.of(
                "saz", "Sourashtra, ICU Saurashtra",
                "tkl", "Tokelauan, ICU Tokelau"));
  }

  @Test
  void defaultScriptsAgreeWithIcu() {
    assertThat(
            disagreements(Language::script, locale -> ULocale.addLikelySubtags(locale).getScript()))
        .isEqualTo(
            Map.of(
                // Classical Chinese is older than the simplified characters.
                "lzh", "Hant, ICU Hans",
                // Most Pali in digital form is romanised.
                "pi", "Latn, ICU Sinh"));
  }

  /** ICU has no three-letter code for some languages without a two-letter code. */
  @Test
  void threeLetterCodesAgreeWithIcu() {
    assertThat(disagreements(Language::alpha3, ULocale::getISO3Language)).isEmpty();
  }

  @Test
  void directionsAgreeWithIcu() {
    for (Language language : Language.all()) {
      boolean rightToLeft = language.direction() == Language.Direction.RIGHT_TO_LEFT;
      ULocale locale = new ULocale(language.code() + "_" + language.script());
      assertThat(rightToLeft).as("%s", language.code()).isEqualTo(locale.isRightToLeft());
    }
  }
}
