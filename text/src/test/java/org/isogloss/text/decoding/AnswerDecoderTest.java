// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.core.Span;
import org.isogloss.text.Encoding;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.junit.jupiter.api.Test;

class AnswerDecoderTest {
  private static final int S = Encoding.SPECIAL;
  private static final int Q = Encoding.FIRST;
  private static final int T = Encoding.SECOND;

  /** Reads [CLS] question [SEP] and the tokens of a text from a word on, each of two characters. */
  private static Encoding window(int firstWord) {
    int[] starts = {0, 0, 0, 3 * firstWord, 3 * firstWord + 3, 3 * firstWord + 6, 0};
    int[] ends = {0, 4, 0, 3 * firstWord + 2, 3 * firstWord + 5, 3 * firstWord + 8, 0};
    return new Encoding(new int[7], new int[7], new int[] {S, Q, S, T, T, T, S}, starts, ends);
  }

  private static ScoredSpan scored(int start, int end, double score) {
    return new ScoredSpan(new Span(start, end), score);
  }

  @Test
  void combinesStartsAndEndsOfOneWindow() {
    AnswerSpans found =
        new AnswerDecoder(2, 3)
            .decode(
                List.of(window(0)),
                List.of(new float[] {1, 9, 9, 5, 3, 1, 9}),
                List.of(new float[] {2, 9, 9, 4, 2, 3, 9}));
    // The end at 8 with the start at 0 would have three tokens.
    assertThat(found.spans()).containsExactly(scored(0, 2, 9), scored(0, 5, 7), scored(3, 8, 6));
    assertThat(found.noAnswerScore()).isEqualTo(3);
    assertThat(found.margin()).isEqualTo(6);
  }

  @Test
  void takesTheBestScoreOfASpanInOverlappingWindows() {
    AnswerSpans found =
        new AnswerDecoder(1, 2)
            .decode(
                List.of(window(0), window(2)),
                List.of(new float[] {4, 0, 0, 0, 0, 3, 0}, new float[] {1, 0, 0, 5, 0, 0, 0, 99}),
                List.of(new float[] {4, 0, 0, 0, 0, 3, 0}, new float[] {1, 0, 0, 5, 0, 0, 0, 99}));
    assertThat(found.spans().getFirst()).isEqualTo(scored(6, 8, 10));
    assertThat(found.spans()).extracting(ScoredSpan::span).doesNotHaveDuplicates();
    assertThat(found.noAnswerScore()).as("the lowest of all windows").isEqualTo(2);
  }

  @Test
  void probabilitiesSumToOne() {
    AnswerSpans found = new AnswerSpans(List.of(scored(0, 1, 2), scored(1, 2, 1)), 2);
    double[] answered = found.probabilities(false);
    assertThat(answered[0]).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-12));
    assertThat(answered[0] + answered[1]).isCloseTo(1, within(1e-12));
    double[] maybe = found.probabilities(true);
    assertThat(maybe[0]).isCloseTo(1 / (2 + Math.exp(-1)), within(1e-12));
  }

  @Test
  void textWithoutTokensHasNoSpans() {
    Encoding empty =
        new Encoding(new int[3], new int[3], new int[] {S, Q, S}, new int[3], new int[3]);
    AnswerSpans found =
        AnswerDecoder.DEFAULT.decode(
            List.of(empty), List.of(new float[] {1, 2, 3}), List.of(new float[] {1, 2, 3}));
    assertThat(found.spans()).isEmpty();
    assertThat(found.margin()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(found.probabilities(true)).isEmpty();
  }
}
