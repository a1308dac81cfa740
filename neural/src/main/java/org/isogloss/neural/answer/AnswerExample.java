// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import static java.util.Objects.requireNonNull;

import java.util.stream.IntStream;
import org.isogloss.neural.finetuning.Example;
import org.isogloss.text.Encoding;

/**
 * A question with a window of a text.
 *
 * @param first index of the first token of the answer; 0, the first token of the input, if the
 *     window does not contain the whole answer
 * @param last index of its last token
 */
record AnswerExample(Encoding input, int first, int last) implements Example {
  AnswerExample {
    requireNonNull(input, "input is null");
  }

  /**
   * Locates an answer in a window.
   *
   * @param start offset of the answer in the whole text
   * @param end offset after the answer
   */
  static AnswerExample of(Encoding input, int start, int end) {
    int[] text =
        IntStream.range(0, input.size())
            .filter(token -> input.sequenceIds()[token] == Encoding.SECOND)
            .toArray();
    if (text.length == 0
        || input.starts()[text[0]] > start
        || input.ends()[text[text.length - 1]] < end) {
      return withoutAnswer(input);
    }
    int[] answer =
        IntStream.of(text)
            .filter(token -> input.ends()[token] > start && input.starts()[token] < end)
            .toArray();
    return answer.length == 0
        ? withoutAnswer(input)
        : new AnswerExample(input, answer[0], answer[answer.length - 1]);
  }

  /** Returns the example of a window without the answer. */
  static AnswerExample withoutAnswer(Encoding input) {
    return new AnswerExample(input, 0, 0);
  }
}
