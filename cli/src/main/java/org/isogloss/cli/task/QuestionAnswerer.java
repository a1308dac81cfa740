// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.text.decoding.AnswerSpans;

/** Finds the answers to the questions of a test set. */
interface QuestionAnswerer {
  /**
   * The best answer to a question.
   *
   * @param text the answer; empty if none was found
   * @param noAnswerScore how much better no answer is
   */
  record Prediction(String text, double noAnswerScore) {
    static Prediction of(String text, AnswerSpans spans) {
      return new Prediction(
          spans.spans().stream().findFirst().map(best -> best.span().coveredText(text)).orElse(""),
          -spans.margin());
    }
  }

  /** Returns the best answer to each question. */
  List<Prediction> answer(List<AskedQuestion> questions);

  /** Reads the paragraph of each question. */
  static QuestionAnswerer reading(AnswerReader reader) {
    return questions -> {
      List<AnswerSpans> spans =
          reader.read(
              questions.stream()
                  .map(asked -> new AnswerReader.Reading(asked.query().text(), asked.context()))
                  .toList());
      return IntStream.range(0, questions.size())
          .mapToObj(i -> Prediction.of(questions.get(i).context(), spans.get(i)))
          .toList();
    };
  }
}
