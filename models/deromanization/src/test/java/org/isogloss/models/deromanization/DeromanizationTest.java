// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.models.deromanization;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.text.deromanization.Deromanization;
import org.isogloss.text.deromanization.DeromanizationTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeromanizationTest {
  private static final DeromanizationTables TABLES =
      DeromanizationTables.findShipped().orElseThrow();

  @Test
  void isSmallAndHasItsLanguages() throws IOException {
    Path folder = Path.of("src/main/resources/org/isogloss/models/deromanization");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(10_000_000);
    }
    assertThat(TABLES.languages())
        .extracting(Language::code)
        .containsExactly(
            "ar", "bg", "bn", "el", "fa", "he", "hi", "ja", "ka", "kk", "ko", "ml", "mr", "ru",
            "ta", "te", "th", "uk", "ur", "zh");
    assertThat(TABLES.languages())
        .allSatisfy(each -> assertThat(TABLES.deromanizer(each)).isPresent());
  }

  /** Sentences of Tatoeba (CC BY 2.0 FR) as uroman 1.3.1.1 romanizes them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bg | Otnovo blagodarya za vsichko.              | Отново благодаря за всичко.",
        "el | Ten katastrepsate.                         | Την καταστρέψατε.",
        "he | ama shly mshchqt gvlp mtsvyn.              | אמא שלי משחקת גולף מצוין.",
        "ru | Moy nachalnik otpustil menya segodnya.     | Мой начальник отпустил меня сегодня.",
        "ru | Mne bylo skuchno, vot ya i ushla.          | Мне было скучно, вот я и ушла.",
        "bn | ttam ekhano bichhaanaayya.                 | টম এখনও বিছানয়.",
        "fa | ma shb bh niwiwrk rsidim.                  | ما شب به نیویورک رسیدیم.",
        "ko | naneun jinan ilyoile oeculhaji anhassda.   | 나는 지난 일요일에 외출하지 않았다.",
        "hi | vah apane bette ko nahiim dekh paayaa      | वह अपने बेटे को नहीं देख पाया",
        "mr | mii ek imgrajii pustak vikat ghetalam      | मी एक इंग्रजी पुस्तक विकत घेतलं"
      })
  void readsAnotherProgramsRomanization(String language, String romanized, String original) {
    assertThat(TABLES.deromanize(romanized)).map(Deromanization::text).contains(original);
    assertThat(TABLES.deromanize(romanized))
        .map(found -> found.language().code())
        .contains(language);
  }

  @ParameterizedTest
  @CsvSource({
    "kak ispech khleb, как испеч хлеб",
    "ghar se kaam, घर से काम",
    "neko wa nanjikan nemuru, 猫はなん時間眠る",
    "pos ftiachno psomi, πώς φτιάχνω ψωμί",
    "watashi wa gakusei desu, 私は学生です"
  })
  void readsWhatPeopleType(String typed, String original) {
    assertThat(TABLES.deromanize(typed)).map(Deromanization::text).contains(original);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ru", "zh", "ja", "th", "hi", "ko"})
  void leavesNamesInQueriesOfOtherScripts(String language) {
    assertThat(TABLES.deromanize("iPhone 15 Pro", Language.of(language))).isEmpty();
  }

  @Test
  void readsQueriesOfAGivenLanguage() {
    assertThat(TABLES.deromanize("zhongguo lishi", Language.of("zh")))
        .map(Deromanization::text)
        .contains("中国历史");
    assertThat(TABLES.deromanize("poezd", Language.of("ru")))
        .map(Deromanization::text)
        .contains("поезд");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "How do I bake bread?",
        "Wann wurde Warschau gegründet",
        "où est la bibliothèque",
        "donde puedo comprar un billete de tren",
        "kde koupím jízdenku na vlak",
        "bilet na pociąg do Warszawy",
        "hol lehet vonatjegyet venni",
        "tren bileti nereden alınır",
        "di mana saya bisa membeli tiket kereta",
        "mua vé tàu ở đâu",
        "mua ve tau o dau",
        "missä voin ostaa junalipun",
        "Berlin",
        "iPhone 15 Pro",
        "Anna Karenina",
        "Kamala Harris",
        "sudoku",
        "docker compose restart",
        "chicken tikka masala",
        "error 404"
      })
  void leavesTextsOfLanguagesInLatinLetters(String text) {
    assertThat(TABLES.deromanize(text)).isEmpty();
  }
}
