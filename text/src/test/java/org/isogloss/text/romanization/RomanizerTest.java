// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.romanization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.isogloss.text.romanization.RomanizationScheme.INFORMAL;
import static org.isogloss.text.romanization.RomanizationScheme.OFFICIAL;
import static org.isogloss.text.romanization.RomanizationScheme.PLAIN;
import static org.isogloss.text.romanization.RomanizationScheme.SCHOLARLY;

import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RomanizerTest {
  private static String romanize(String language, RomanizationScheme scheme, String text) {
    return Romanizer.of(Language.of(language)).romanize(text, scheme);
  }

  @ParameterizedTest
  @CsvSource({
    "ru, SCHOLARLY, 'как испечь хлеб, щука', 'kak ispečʹ hleb, ŝuka'",
    "ru, PLAIN, 'как испечь хлеб, щука', 'kak ispec hleb, suka'",
    "ru, OFFICIAL, 'как испечь хлеб, щука', 'kak ispech khleb, shchuka'",
    "ru, INFORMAL, 'Как испечь хлеб, щука', 'kak ispech hleb, schuka'",
    "ru, OFFICIAL, 'находятся', 'nakhodyatsya'",
    "uk, INFORMAL, 'Як спекти хліб, щастя', 'yak spekty hlib, schastya'",
    "bg, INFORMAL, 'Как се пече хляб, щастие', 'kak se peche hliab, shtastie'",
    "el, OFFICIAL, 'Πώς να ψήσετε ψωμί', 'Pos na psisete psomi'",
    "el, INFORMAL, 'Πώς να ψήσετε ψωμί', 'pws na pshsete pswmi'",
    "hi, SCHOLARLY, 'घर से काम', 'ghara sē kāma'",
    "hi, INFORMAL, 'घर से काम', 'ghar se kaam'",
    "hi, INFORMAL, 'न तुम भारत आज', 'na tum bhaarat aaj'",
    "ta, INFORMAL, 'பூனை எவ்வளவு நேரம் தூங்கும்', 'poonai evvalavu neram toonkum'",
    "ar, PLAIN, 'كيف تخبز الخبز', 'kyf tkhbz alkhbz'",
    "ar, INFORMAL, 'حبيبي على البيت', '7byby 3la albyt'",
    "fa, INFORMAL, 'چگونه نان بپزیم', 'chgonh nan bpzim'",
    "he, INFORMAL, 'איך לאפות לחם', 'aich lapvt lchm'",
    "zh, SCHOLARLY, '猫睡多久,北京大学', 'māo shuì duōjiǔ, běijīng dàxué'",
    "zh, PLAIN, '北京大学', 'beijing daxue'",
    "ko, PLAIN, '고양이는', 'goyang-ineun'",
    "th, PLAIN, 'แมวนอน', 'maew nxn'",
    "sr-Cyrl, PLAIN, 'Београд', 'Beograd'",
  })
  void writesInAScheme(String language, RomanizationScheme scheme, String text, String romanized) {
    assertThat(romanize(language, scheme, text)).isEqualTo(romanized);
  }

  @Test
  void readsWordsBeforeLetters() {
    Romanizer japanese = Romanizer.of(Language.of("ja"), text -> "ネコ ワ ナンジカン ネムル");
    assertThat(japanese.romanize("猫は何時間眠る", PLAIN)).isEqualTo("neko wa nanjikan nemuru");
  }

  @ParameterizedTest
  @CsvSource({
    "ru, OFFICIAL, 'как испечь  хлеб, щука', 'kak ispech khleb, shchuka'",
    "ru, SCHOLARLY, 'слово \"хлеб\" ... и #щука', 'slovo \"hleb\" ... i #ŝuka'",
    "hi, INFORMAL, 'घर से काम', 'ghar se kaam'",
    "ko, PLAIN, '고양이는 자다', 'goyang-ineun jada'",
    "zh, PLAIN, '猫睡多久,北京大学', 'mao shui duojiu, beijing daxue'",
  })
  void alignsWords(String language, RomanizationScheme scheme, String text, String romanized) {
    Romanizer romanizer = Romanizer.of(Language.of(language));
    Romanization aligned = romanizer.align(text, scheme);
    assertThat(aligned.text()).isEqualTo(romanized);
    assertThat(aligned.words())
        .hasSizeGreaterThan(1)
        .allSatisfy(
            word ->
                assertThat(word.romanized().coveredText(romanized))
                    .isEqualTo(romanizer.romanize(word.original().coveredText(text), scheme)));
  }

  @Test
  void readsEachAlignedWordAlone() {
    Romanizer japanese =
        Romanizer.of(Language.of("ja"), word -> word.replace("猫", "ネコ").replace("は", "ワ"));
    Romanization aligned = japanese.align("猫は", PLAIN);
    assertThat(aligned.text()).isEqualTo("neko wa");
    assertThat(aligned.words())
        .containsExactly(
            new Romanization.Word(new Span(0, 1), new Span(0, 4)),
            new Romanization.Word(new Span(1, 2), new Span(5, 7)));
  }

  @Test
  void everyLanguageHasTwoSchemes() {
    for (Language language : Language.all()) {
      if (Romanizer.isNeededFor(language)) {
        assertThat(Romanizer.of(language).schemes()).contains(SCHOLARLY, PLAIN);
      }
    }
    assertThat(Romanizer.of(Language.of("ru")).schemes())
        .containsExactlyInAnyOrder(SCHOLARLY, PLAIN, OFFICIAL, INFORMAL);
  }

  @Test
  void plainAndInformalTextIsAscii() {
    for (String code : new String[] {"ru", "uk", "bg", "el", "ar", "fa", "he", "hi", "bn", "ta"}) {
      Romanizer romanizer = Romanizer.of(Language.of(code));
      String letters = "Привіт Ώρα مرحبا עברית हिन्दी বাংলা தமிழ் 12";
      assertThat(romanizer.romanize(letters, PLAIN)).matches("\\p{ASCII}+");
      assertThat(romanizer.romanize(letters, INFORMAL)).matches("\\p{ASCII}+");
    }
  }

  @Test
  void rejectsLatinLanguagesAndUnknownSchemes() {
    assertThat(Romanizer.isNeededFor(Language.of("de"))).isFalse();
    assertThat(Romanizer.isNeededFor(Language.UNDETERMINED)).isFalse();
    assertThatThrownBy(() -> Romanizer.of(Language.of("de")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Latin");
    assertThatThrownBy(() -> romanize("ko", INFORMAL, "고양이"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("INFORMAL");
  }
}
