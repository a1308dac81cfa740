// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.junit.jupiter.api.Test;

/** The contract of {@link AnswerExtractor}, tested with difficult texts. */
public abstract class AnswerExtractorContractTest {
  private static final String QUESTION = "Who sleeps on the mat?";

  private static final List<String> TEXTS =
      List.of(
          "The cat sleeps on the mat.",
          "The Dog of the house sees a Cat. ".repeat(100),
          "我想知道火车站在哪里。",
          "أين تقع المحطة؟",
          "x",
          "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 emoji 🇩🇪",
          "lonely \uD83D surrogate",
          "NUL \0 and \u0007 and \uFEFF and \u202E",
          "",
          " \t\n\u3000");

  /** A new extractor, to be closed by the test. */
  protected abstract AnswerExtractor open();

  @Test
  void answersArePartsOfTheirTextInTheOrderOfTheirScores() {
    try (AnswerExtractor extractor = open()) {
      List<AnswerSpans> answers = extractor.read(QUESTION, TEXTS);
      assertThat(answers).hasSameSizeAs(TEXTS);
      for (int i = 0; i < TEXTS.size(); i++) {
        String text = TEXTS.get(i);
        assertThat(answers.get(i).noAnswerScore()).as(text).isNotNaN();
        List<ScoredSpan> spans = answers.get(i).spans();
        assertThat(spans)
            .as(text)
            .isSortedAccordingTo(Comparator.comparingDouble(ScoredSpan::score).reversed())
            .allSatisfy(span -> assertThat(span.score()).isFinite())
            .allSatisfy(span -> assertThat(span.span().coveredText(text)).isNotBlank());
        assertThat(spans.stream().map(ScoredSpan::span)).as(text).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void textsWithoutWordsHaveNoAnswer() {
    try (AnswerExtractor extractor = open()) {
      assertThat(extractor.read(QUESTION, List.of("", " \t\n\u3000")))
          .hasSize(2)
          .allSatisfy(answers -> assertThat(answers.spans()).isEmpty());
      assertThat(extractor.read(QUESTION, List.of())).isEmpty();
    }
  }

  @Test
  void answersDoNotDependOnTheOtherTexts() {
    long seed = new Random().nextLong();
    List<String> shuffled = new ArrayList<>(TEXTS);
    Collections.shuffle(shuffled, new Random(seed));
    try (AnswerExtractor extractor = open()) {
      List<AnswerSpans> together = extractor.read(QUESTION, shuffled);
      for (int i = 0; i < shuffled.size(); i++) {
        assertThat(extractor.read(QUESTION, List.of(shuffled.get(i))).getFirst())
            .as("seed %d, %s", seed, shuffled.get(i))
            .isEqualTo(together.get(i));
      }
    }
  }

  @Test
  void manyThreadsMayRead() throws Exception {
    try (AnswerExtractor extractor = open();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<AnswerSpans> expected = extractor.read(QUESTION, TEXTS);
      List<Future<List<AnswerSpans>>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        calls.add(threads.submit(() -> extractor.read(QUESTION, TEXTS)));
      }
      for (Future<List<AnswerSpans>> call : calls) {
        assertThat(call.get()).isEqualTo(expected);
      }
    }
  }

  @Test
  void closingAgainHasNoEffect() {
    AnswerExtractor extractor = open();
    extractor.close();
    extractor.close();
  }
}
