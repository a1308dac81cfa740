// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.isogloss.core.Span;
import org.isogloss.core.util.DisplayText;

/**
 * An answer to a question in one of several texts.
 *
 * @param source the name of the text
 * @param text the text
 * @param span the answer in the text
 * @param score the score of the answer, comparable between texts
 * @param sentence the sentence around the answer
 */
record FoundAnswer(String source, String text, Span span, double score, Span sentence) {
  /**
   * Formats the answer in two lines.
   *
   * @param rank its rank, from 1
   */
  String toText(int rank, double probability) {
    return String.format(
        Locale.ROOT,
        "%d. %s  (score %.2f, probability %.4f)\n   %s:%d  %s",
        rank,
        DisplayText.singleLine(span.coveredText(text)),
        score,
        probability,
        source,
        span.start(),
        DisplayText.singleLine(sentence.coveredText(text)));
  }

  /**
   * Adds the answer to an object.
   *
   * @param rank its rank, from 1
   */
  void putInto(ObjectNode node, int rank, double probability) {
    node.put("rank", rank)
        .put("answer", span.coveredText(text))
        .put("score", score)
        .put("probability", probability)
        .put("source", source)
        .put("start", span.start())
        .put("end", span.end())
        .putObject("sentence")
        .put("text", sentence.coveredText(text))
        .put("start", sentence.start())
        .put("end", sentence.end());
  }
}
