// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PassageSplitterTest {
  private static final List<String> PIECES =
      List.of(
          " ", "\n", "\r\n", "\u00A0", "\u2029", ".", "! ", "?", "…", "a", "B", "ж", "7", "-", "'",
          "我", "ア", "한", "ไทย", "ं", "\u0301", "\u200D", "😀", "🇩", "\uD83D");

  private static final String TEXT = "One two three. Four five. Six seven eight nine. Ten.";

  @Test
  void packsWholeSentences() {
    assertThat(split(new PassageSplitter(5), TEXT, "en"))
        .containsExactly("One two three. Four five.", "Six seven eight nine. Ten.");
  }

  @Test
  void repeatsTheLastSentencesIfTheyFit() {
    assertThat(split(new PassageSplitter(6, 1), TEXT, "en"))
        .containsExactly(
            "One two three. Four five.",
            "Four five. Six seven eight nine.",
            "Six seven eight nine. Ten.");
  }

  @Test
  void splitsALongSentenceBetweenWords() {
    assertThat(split(new PassageSplitter(4), "one, two (three) four five \"six\" seven", "en"))
        .containsExactly("one, two (three) four", "five \"six\" seven");
  }

  @Test
  void countsWordsInScriptsWithoutSpaces() {
    assertThat(split(new PassageSplitter(3), "我们在北京大学学习中文", "zh"))
        .containsExactly("我们在北京", "大学学习中文");
  }

  @Test
  void boundsPassagesOfAnyText() {
    String text = "=".repeat(10_000) + "a".repeat(10_000);
    assertThat(split(new PassageSplitter(10), text, "en"))
        .allMatch(passage -> passage.length() <= 320)
        .hasSizeBetween(62, 64);
  }

  @Test
  void boundsPassagesOfEndlessCharacters() {
    for (String text : List.of("a" + "\u0301".repeat(400_000), "x" + "\u200d😀".repeat(50_000))) {
      List<Span> passages = new PassageSplitter(20).split(text, Language.of("en"));
      assertThat(passages).allMatch(span -> span.end() - span.start() <= 20 * 160);
      assertThat(passages.getLast().end()).isEqualTo(text.length());
      assertThat(passages).noneMatch(span -> Character.isLowSurrogate(text.charAt(span.start())));
    }
  }

  /** ICU takes quadratic time for single boundaries in such a run. */
  @Test
  @Timeout(60)
  void splitsManyFlagsInLinearTime() {
    List<Span> passages = new PassageSplitter(200).split("🇩".repeat(1_000_000), Language.of("en"));
    assertThat(passages).hasSizeGreaterThan(100);
  }

  @Test
  void emptyTextHasNoPassages() {
    assertThat(split(new PassageSplitter(10), " \n ", "en")).isEmpty();
  }

  /** A text with at most as many characters as words are allowed is not segmented. */
  @Test
  void takesShortTextsAsOnePassageFromTheFirstToTheLastPart() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(1, 20); length > 0; length--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      List<Span> parts = new PassageSplitter(1).split(text.toString(), Language.of("th"));
      List<Span> whole =
          parts.isEmpty()
              ? List.of()
              : List.of(new Span(parts.getFirst().start(), parts.getLast().end()));
      for (int limit : List.of(text.length(), text.length() + 1)) {
        assertThat(new PassageSplitter(limit).split(text.toString(), Language.of("th")))
            .as("\"%s\", seed %s", text, seed)
            .isEqualTo(whole);
      }
    }
  }

  @Test
  void rejectsAnInvalidLimit() {
    assertThatThrownBy(() -> new PassageSplitter(0)).hasMessageContaining("maxWords is 0");
  }

  private static List<String> split(PassageSplitter splitter, String text, String language) {
    return splitter.split(text, Language.of(language)).stream()
        .map(s -> s.coveredText(text))
        .toList();
  }
}
