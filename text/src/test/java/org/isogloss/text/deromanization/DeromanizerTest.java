// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.text.romanization.Romanizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeromanizerTest {
  private static Deromanizer learn(String language, String... texts) {
    Language learnt = Language.of(language);
    DeromanizationTableBuilder builder =
        new DeromanizationTableBuilder(learnt, Romanizer.of(learnt));
    List.of(texts).forEach(builder::add);
    return new Deromanizer(builder.build(1_000, 1_000));
  }

  private static final Deromanizer RUSSIAN =
      learn("ru", "Как испечь хлеб?", "Хлеб на столе.", "Ещё один стол, как всегда.");

  @Test
  void writesWordsAndKeepsEverythingElse() {
    Deromanization found = RUSSIAN.deromanize("Kak ispech' khleb — 12 (КАК)?");
    assertThat(found.text()).isEqualTo("Как испечь хлеб — 12 (КАК)?");
    assertThat(found.language()).isEqualTo(Language.of("ru"));
    assertThat(found.known()).isEqualTo(1);
  }

  @Test
  void readsOtherSpellings() {
    assertThat(RUSSIAN.deromanize("hleb").text()).isEqualTo("хлеб");
    assertThat(RUSSIAN.deromanize("yeshchyo yeshche").text()).isEqualTo("ещё ещё");
  }

  @Test
  void composesUnknownWordsOfParts() {
    Deromanization found = RUSSIAN.deromanize("khlebe");
    assertThat(found.text()).isEqualTo("хлебе");
    assertThat(found.known()).isZero();
  }

  @Test
  void statesTheShareOfKnownLetters() {
    // Eight letters, three of which are in a known word.
    assertThat(RUSSIAN.deromanize("kak bzzzz").known()).isEqualTo(3 / 8.0, within(1e-9));
    assertThat(RUSSIAN.deromanize("12").known()).isZero();
  }

  @Test
  void prefersTheMoreFrequentWordOfTheSameLetters() {
    DeromanizationTable table =
        new DeromanizationTable(
            Language.of("ru"),
            List.of(new RomanizedEntry("mat", "мать", 9), new RomanizedEntry("mmat", "ммат", 100)),
            List.of());
    // "mmat" has the same sounds, and is e^1.5 times less probable for it, but 11 times more
    // frequent.
    assertThat(new Deromanizer(table).deromanize("mat").text()).isEqualTo("ммат");
    assertThat(new Deromanizer(withCount(table, 40)).deromanize("mat").text()).isEqualTo("мать");
  }

  private static DeromanizationTable withCount(DeromanizationTable table, long count) {
    return new DeromanizationTable(
        table.language(),
        List.of(new RomanizedEntry("mat", "мать", count), table.words().get(1)),
        table.parts());
  }

  @Test
  void leavesLettersThatNoTableHas() {
    DeromanizationTable empty = new DeromanizationTable(Language.of("ru"), List.of(), List.of());
    assertThat(new Deromanizer(empty).deromanize("kak, Tom").text()).isEqualTo("kak, Tom");
  }

  @Test
  @Timeout(60)
  void readsLongTextsWithoutSpaces() {
    Deromanizer chinese = learn("zh", "我想学中文");
    assertThat(chinese.deromanize("woxiangxuezhongwen".repeat(1_000)).text())
        .isEqualTo("我想学中文".repeat(1_000));
  }

  @Test
  void findsWordsOfChineseWithAndWithoutSpaces() {
    Deromanizer chinese = learn("zh", "我想学中文", "我们学中文", "他们想吃饭");
    for (String spelling :
        List.of("wo xiang xue zhong wen", "woxiangxuezhongwen", "wǒ xiǎng xué zhōngwén")) {
      assertThat(chinese.deromanize(spelling).text()).as(spelling).isEqualTo("我想学中文");
    }
    assertThat(chinese.deromanize("womenchifan, ok").text()).startsWith("我们吃饭, ");
  }

  /** An independent count of the words, without tables: every word is learnt in every scheme. */
  @Test
  void readsEverySchemeOfWhatItLearnt() {
    Map<String, String> texts =
        Map.of(
            "ru", "Где можно купить билеты на поезд",
            "el", "Πώς φτιάχνω ψωμί στο σπίτι",
            "hi", "घर से काम कैसे करें",
            "ar", "كيف يمكنني شراء تذكرة القطار",
            "ko", "기차표를 어디에서 살 수 있나요",
            "ka", "სად შეიძლება მატარებლის ბილეთის ყიდვა");
    texts.forEach(
        (code, text) -> {
          Deromanizer deromanizer = learn(code, text);
          Romanizer romanizer = Romanizer.of(Language.of(code));
          romanizer
              .schemes()
              .forEach(
                  scheme ->
                      assertThat(deromanizer.deromanize(romanizer.romanize(text, scheme)).text())
                          .as("%s, %s", code, scheme)
                          .isEqualToIgnoringCase(text));
        });
  }
}
