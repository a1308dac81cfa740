// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the scanner with the expressions, as the library {@code tokenizers} interprets them. */
class WordScannerTest {
  /** Characters of all classes, those that expressions name among them. */
  private static final List<String> CHARACTERS =
      List.of(
          " ", " ", " ", "\n", "\r", "\t", "\u0085", "\u00a0", "\u1680", "\u2028", "\u3000",
          "\u200b", "'", "'", "'", "s", "S", "\u017f", "t", "T", "r", "e", "E", "v", "m", "l", "L",
          "d", "k", "\u212a", "ß", "ǅ", "ʰ", "中", "の", "ก", "ั", "\u0301", "\u0903", "1", "2", "٣",
          "Ⅷ", "½", "²", ".", ",", "_", "€", "+", "\u0000", "\u001c", "\ud83d", "\ude00", "😀",
          "𝒜", "𐒠", "𝟘", "\u2029", "\ufeff", "\u00ad");

  @ParameterizedTest
  @EnumSource(value = WordSplitting.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void splitsAsTheExpressionDoes(WordSplitting splitting) {
    long seed = 20261129;
    Random random = new Random(seed);
    Pattern pattern = pattern(splitting);
    for (int round = 0; round < 20_000; round++) {
      String text = text(random);
      assertThat(scanned(splitting, text))
          .as("seed %d, round %d, %s", seed, round, text)
          .isEqualTo(matched(pattern, text));
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      if (random.nextInt(8) == 0) {
        text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
      } else {
        text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
      }
    }
    return text.toString();
  }

  private static List<String> scanned(WordSplitting splitting, String text) {
    WordScanner scanner = new WordScanner(splitting, text, text.length());
    List<String> words = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = scanner.end(at);
      words.add(text.substring(at, end));
      at = end;
    }
    return words;
  }

  /**
   * In the library, \s is every white space of Unicode, and (?i:) ignores the case of all letters.
   */
  private static Pattern pattern(WordSplitting splitting) {
    return Pattern.compile(
        splitting
            .expression()
            .replace("[^\\s", "[^\\p{IsWhite_Space}")
            .replace("\\s", "\\p{IsWhite_Space}")
            .replace("\\S", "\\P{IsWhite_Space}")
            .replace("(?i:", "(?iu:"));
  }

  private static List<String> matched(Pattern pattern, String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    assertThat(String.join("", words)).isEqualTo(text);
    return words;
  }
}
