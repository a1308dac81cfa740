// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PassageSplitterTest {
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
