// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

class SegmentationPropertiesTest {
  @Property(tries = 400)
  void sentencesAreInOrderAndCoverTheText(
      @ForAll("texts") String text, @ForAll("languages") Language language) {
    List<Span> sentences = SentenceSegmenter.split(text, language);
    int previousEnd = 0;
    for (Span sentence : sentences) {
      assertThat(sentence.start()).isGreaterThanOrEqualTo(previousEnd);
      assertThat(sentence.end()).isGreaterThan(sentence.start());
      previousEnd = sentence.end();
    }
    assertCovers(text, sentences);
    assertSplitsNoGrapheme(text, sentences);
  }

  @Property(tries = 400)
  void wordsAreInOrderAndInsideTheText(
      @ForAll("texts") String text, @ForAll("languages") Language language) {
    int previousEnd = 0;
    for (Span word : WordSegmenter.split(text, language)) {
      assertThat(word.start()).isGreaterThanOrEqualTo(previousEnd);
      assertThat(word.end()).isBetween(word.start() + 1, text.length());
      previousEnd = word.end();
    }
  }

  @Property(tries = 400)
  void passagesAreInOrderAndCoverTheText(
      @ForAll("texts") String text,
      @ForAll("languages") Language language,
      @ForAll @IntRange(min = 1, max = 12) int maxWords,
      @ForAll @IntRange(max = 3) int overlap) {
    List<Span> passages = new PassageSplitter(maxWords, overlap).split(text, language);
    for (int i = 0; i < passages.size(); i++) {
      if (i > 0) {
        assertThat(passages.get(i).start()).isGreaterThan(passages.get(i - 1).start());
        assertThat(passages.get(i).end()).isGreaterThan(passages.get(i - 1).end());
        if (overlap == 0) {
          assertThat(passages.get(i).start()).isGreaterThanOrEqualTo(passages.get(i - 1).end());
        }
      }
    }
    assertCovers(text, passages);
    assertSplitsNoGrapheme(text, passages);
  }

  @Property(tries = 200)
  void passagesDoNotExceedTheirLimit(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 12) int maxWords) {
    Language language = Language.of("en");
    List<Span> words = WordSegmenter.split(text, language);
    for (Span passage : new PassageSplitter(maxWords, 1).split(text, language)) {
      // A prepended mark and the word after it (U+0600 and a number) must not be separated.
      assertThat(
              words.stream().filter(w -> inside(w, passage) && isBoundary(text, w.start())).count())
          .isLessThanOrEqualTo(maxWords);
    }
  }

  private static boolean inside(Span word, Span passage) {
    return word.start() >= passage.start() && word.end() <= passage.end();
  }

  private static boolean isBoundary(String text, int offset) {
    return new GraphemeBoundaries(text).atOrBefore(offset) == offset;
  }

  private static void assertCovers(String text, List<Span> spans) {
    boolean[] covered = new boolean[text.length()];
    for (Span span : spans) {
      assertThat(span.end()).isLessThanOrEqualTo(text.length());
      for (int i = span.start(); i < span.end(); i++) {
        covered[i] = true;
      }
    }
    for (int i = 0; i < text.length(); i++) {
      assertThat(covered[i] || GraphemeBoundaries.isWhiteSpace(text.charAt(i)))
          .as("character " + i)
          .isTrue();
    }
  }

  private static void assertSplitsNoGrapheme(String text, List<Span> spans) {
    BreakIterator graphemes = BreakIterator.getCharacterInstance(ULocale.ROOT);
    graphemes.setText(text);
    for (Span span : spans) {
      assertThat(graphemes.isBoundary(span.start())).as("start " + span).isTrue();
      assertThat(graphemes.isBoundary(span.end())).as("end " + span).isTrue();
    }
  }

  @Provide
  Arbitrary<Language> languages() {
    return Arbitraries.of("en", "de", "th", "zh", "ja", "ko", "hi", "ar", "my", "und")
        .map(Language::of);
  }

  @Provide
  Arbitrary<String> texts() {
    List<String> parts =
        new ArrayList<>(
            List.of(
                "word",
                "Word",
                "Mr",
                "A",
                "3",
                "12",
                ".",
                ". ",
                "! ",
                "? ",
                "。",
                "」と",
                "「",
                "।",
                "۔",
                " ",
                "  ",
                "\n",
                "\r\n",
                "\n\n",
                "\u0301",
                "\u200d",
                "\u0600",
                "\u00a0",
                "👩‍👩‍👧",
                "🇩🇪",
                "🇫🇷",
                "𠀀",
                "ภาษาไทย",
                "ก็",
                "中文文本",
                "カタカナ",
                "한국어",
                "\ud83d",
                "\udc69",
                "क्षत्रिय",
                "မြန်မာ",
                "\u2029",
                "\t",
                "---",
                "e\u0301"));
    parts.add("x".repeat(70));
    parts.add("this is a long line of words that is wrapped by someone");
    return Arbitraries.of(parts).list().ofMaxSize(40).map(list -> String.join("", list));
  }
}
