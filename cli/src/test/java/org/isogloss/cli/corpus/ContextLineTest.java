// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.measure.TextTable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ContextLineTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language CHINESE = Language.of("zh");

  private static Occurrence occurrence(
      Language source, String sentence, String word, Language target, String other, String link) {
    return new Occurrence(
        1,
        new SentencePair(source, target, sentence, other, ""),
        span(sentence, word),
        link.isEmpty() ? List.of() : List.of(span(other, link)));
  }

  private static Span span(String text, String part) {
    int start = text.indexOf(part);
    return new Span(start, start + part.length());
  }

  @Test
  void wideTerminalsShowMoreContext() {
    Occurrence one =
        occurrence(
            ENGLISH,
            "a b c d e f g h i j k l m n o p q r s t u v w x y z".replace("m", "house"),
            "house",
            Language.of("de"),
            "Haus",
            "Haus");
    assertThat(new ContextLine(40).format(one))
        .isEqualTo("… f g h i j k l [house] n o p q r s t …\n    [Haus]");
    assertThat(new ContextLine(80).format(one).lines().findFirst().orElseThrow().strip())
        .isEqualTo("a b c d e f g h i j k l [house] n o p q r s t u v w x y z");
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    Occurrence one =
        occurrence(
            CHINESE,
            "我們在這個城市裡買了一座很大的房子因為我們有很多孩子和三隻貓",
            "房子",
            CHINESE,
            "我們在這個城市裡買了一座很大的房子因為我們有很多孩子和三隻貓",
            "三隻貓");
    assertThat(new ContextLine(40).format(one))
        .isEqualTo("  …買了一座很大的[房子]因為我們有很多…\n    …我們有很多孩子和[三隻貓]");
  }

  @Test
  void longWordsLeaveRoomForTheirContext() {
    Occurrence one =
        occurrence(
            ENGLISH,
            "Then the Honourable Member for Kensington and Chelsea rose to speak",
            "Honourable Member for Kensington and Chelsea",
            ENGLISH,
            "no [translation] is aligned",
            "");
    assertThat(new ContextLine(40).format(one))
        .isEqualTo("  Then the [Honourable Memb…] rose to s…\n    no [translation] is aligned");
  }

  @RepeatedTest(50)
  void linesFit() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String sentence = sentence(random, 1 + random.nextInt(200));
    String translation = sentence(random, 1 + random.nextInt(200));
    Occurrence one =
        new Occurrence(
            1,
            new SentencePair(
                language(random), language(random), sentence, translation, "seed " + seed),
            part(random, sentence),
            random.nextBoolean() ? List.of() : List.of(part(random, translation)));
    int width = 40 + random.nextInt(150);
    assertThat(new ContextLine(width).format(one).split("\n", -1))
        .as("seed %d, width %d", seed, width)
        .hasSize(2)
        .allMatch(line -> TextTable.width(line) <= width);
  }

  private static Language language(Random random) {
    return Language.of(List.of("en", "zh", "ar").get(random.nextInt(3)));
  }

  private static String sentence(Random random, int length) {
    List<String> letters = List.of("a", " ", "猫", "ق", "e\u0301", "😀", "\t");
    return String.join(
        "",
        Stream.generate(() -> letters.get(random.nextInt(letters.size()))).limit(length).toList());
  }

  /** A part that does not begin or end within a character. */
  private static Span part(Random random, String text) {
    int characters = text.codePointCount(0, text.length());
    int start = random.nextInt(characters);
    int end = start + 1 + random.nextInt(characters - start);
    return new Span(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, end));
  }
}
