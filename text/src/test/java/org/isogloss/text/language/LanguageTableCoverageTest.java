package org.isogloss.text.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.util.ULocale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

/** The table of languages says what ICU says, but for what is listed here. */
class LanguageTableCoverageTest {
  /** Where the table says one thing, and ICU another: code, table, ICU. */
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
  void names() {
    assertThat(disagreements(Language::name, locale -> locale.getDisplayLanguage(ULocale.ENGLISH)))
        .isEqualTo(
            Map.of(
                "saz", "Sourashtra, ICU Saurashtra",
                "tkl", "Tokelauan, ICU Tokelau"));
  }

  @Test
  void usualScripts() {
    assertThat(
            disagreements(Language::script, locale -> ULocale.addLikelySubtags(locale).getScript()))
        .isEqualTo(
            Map.of(
                // Classical Chinese is older than the simplified characters.
                "lzh", "Hant, ICU Hans",
                // What there is of Pali in digital form is mostly romanised.
                "pi", "Latn, ICU Sinh"));
  }

  /** ICU has none for some languages without a code of two letters. */
  @Test
  void codesOfThreeLetters() {
    assertThat(disagreements(Language::alpha3, ULocale::getISO3Language)).isEmpty();
  }

  @Test
  void directions() {
    for (Language language : Language.all()) {
      boolean rightToLeft = language.direction() == Language.Direction.RIGHT_TO_LEFT;
      ULocale locale = new ULocale(language.code() + "_" + language.script());
      assertThat(rightToLeft).as("%s", language.code()).isEqualTo(locale.isRightToLeft());
    }
  }
}
