// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;
import org.junit.jupiter.api.Test;

class WordWindowsTest {
  private static final List<String> VOCABULARY =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##a", "##b");
  private static final Tokenizer TOKENIZER =
      WordPieceTokenizer.of(VOCABULARY, WordPieceOptions.CASED);

  private static List<String> tokens(WordWindow window) {
    return Arrays.stream(window.encoding().ids()).mapToObj(TOKENIZER::token).toList();
  }

  @Test
  void tokenizesEachWord() {
    List<WordWindow> windows = new WordWindows(TOKENIZER, 16).of(List.of("ab", "x", "b"));
    assertThat(windows).hasSize(1);
    assertThat(tokens(windows.getFirst()))
        .containsExactly("[CLS]", "a", "##b", "[UNK]", "b", "[SEP]");
    assertThat(windows.getFirst().firstTokens()).containsExactly(1, 3, 4);
    assertThat(windows.getFirst().firstToken(2)).isEqualTo(4);
    assertThat(windows.getFirst().encoding().ends()).containsExactly(0, 1, 2, 1, 1, 0);
  }

  @Test
  void wordWithoutTokensIsUnknown() {
    // A zero-width space is no token of WordPiece.
    List<WordWindow> windows = new WordWindows(TOKENIZER, 16).of(List.of("\u200b", "a"));
    assertThat(tokens(windows.getFirst())).containsExactly("[CLS]", "[UNK]", "a", "[SEP]");
  }

  @Test
  void longWordIsTruncated() {
    List<WordWindow> windows = new WordWindows(TOKENIZER, 5).of(List.of("abbbb", "a"));
    assertThat(windows).hasSize(2);
    assertThat(tokens(windows.getFirst())).containsExactly("[CLS]", "a", "##b", "##b", "[SEP]");
    assertThat(tokens(windows.getLast())).containsExactly("[CLS]", "a", "[SEP]");
  }

  @Test
  void longSentenceIsReadInOverlappingWindows() {
    List<String> words = IntStream.range(0, 20).mapToObj(i -> i % 2 == 0 ? "a" : "b").toList();
    List<WordWindow> windows = new WordWindows(TOKENIZER, 10).of(words);
    assertThat(windows.stream().map(WordWindow::firstWord)).containsExactly(0, 6, 12);
    assertThat(windows.stream().map(WordWindow::from)).containsExactly(0, 7, 13);
    assertThat(windows.stream().map(WordWindow::to)).containsExactly(7, 13, 20);
  }

  @Test
  void emptySentenceHasNoWindow() {
    assertThat(new WordWindows(TOKENIZER, 10).of(List.of())).isEmpty();
    assertThatThrownBy(() -> new WordWindows(TOKENIZER, 2))
        .hasMessageContaining("2 tokens leaves no room");
  }

  @Test
  void eachWordBelongsToOneWindowThatFits() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      int maxLength = 3 + random.nextInt(20);
      List<String> words = new ArrayList<>();
      int count = 1 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        words.add("ab".repeat(1 + random.nextInt(random.nextBoolean() ? 2 : 12)));
      }
      String as = "seed " + seed + ", " + maxLength + " tokens, " + words;
      int next = 0;
      for (WordWindow window : new WordWindows(TOKENIZER, maxLength).of(words)) {
        assertThat(window.encoding().size()).as(as).isLessThanOrEqualTo(maxLength);
        assertThat(window.from()).as(as).isEqualTo(next);
        assertThat(window.to()).as(as).isGreaterThan(next);
        next = window.to();
        for (int word = window.from(); word < window.to(); word++) {
          int first = window.encoding().ids()[window.firstToken(word)];
          assertThat(TOKENIZER.token(first)).as(as).isEqualTo("a");
        }
      }
      assertThat(next).as(as).isEqualTo(words.size());
    }
  }
}
