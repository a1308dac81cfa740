// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class TrainingTextTest {
  private static TrainingText read(int minCount, String... sentences) {
    return TrainingText.read(
        Stream.of(sentences).map(sentence -> List.of(sentence.split(" ", -1))).iterator(),
        minCount);
  }

  private static List<List<String>> sentences(TrainingText text) {
    List<List<String>> sentences = new ArrayList<>();
    for (int s = 0; s < text.sentences().size(); s++) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < text.sentences().length(s); i++) {
        words.add(text.words().get(text.sentences().words()[text.sentences().offset(s) + i]));
      }
      sentences.add(words);
    }
    return sentences;
  }

  @Test
  void numbersWordsByFrequencyThenByFirstOccurrence() {
    TrainingText text = read(1, "c b a", "a b", "a d");
    assertThat(text.words()).containsExactly("a", "b", "c", "d");
    assertThat(text.counts()).containsExactly(3, 2, 1, 1);
    assertThat(sentences(text))
        .containsExactly(List.of("c", "b", "a"), List.of("a", "b"), List.of("a", "d"));
  }

  @Test
  void leavesOutRareWordsButCountsThem() {
    TrainingText text = read(2, "c b a", "d", "a b", "a e");
    assertThat(text.words()).containsExactly("a", "b");
    assertThat(sentences(text)).containsExactly(List.of("b", "a"), List.of("a", "b"), List.of("a"));
    assertThat(text.totalWords()).isEqualTo(8);
  }

  @Test
  void dividesLongSentences() {
    List<String> words = new ArrayList<>(Collections.nCopies(2500, "a"));
    words.set(7, "b");
    TrainingText text = TrainingText.read(List.of(words).iterator(), 1);
    assertThat(sentences(text)).extracting(List::size).containsExactly(1024, 1024, 452);
    assertThat(sentences(text).stream().flatMap(List::stream)).isEqualTo(words);
  }

  @Test
  void rejectsTextsWithoutSeveralFrequentWords() {
    assertThatThrownBy(() -> TrainingText.read(Collections.emptyIterator(), 5))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the text contains no words: expected sentences of words");
    assertThatThrownBy(() -> TrainingText.read(List.of(List.<String>of()).iterator(), 5))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("contains no words");
    assertThatThrownBy(() -> read(3, "a b c", "a b"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            "none of the 3 distinct words of the text occurs 3 times or more, expected at least"
                + " two: train on more text or reduce the minimum count");
    assertThatThrownBy(() -> read(1, "a a a"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("only one of the 1 distinct words of the text occurs 1 time or more");
  }
}
