// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;

/**
 * A place where an answer was found.
 *
 * @param hit the result in whose passage it is
 * @param passage the passage, with its language and title
 * @param span position of the answer in {@link Passage#text}
 * @param sentence position of the sentence, or sentences, of the answer in {@link Passage#text}
 */
public record AnswerSource(Hit hit, Passage passage, Span span, Span sentence) {
  public AnswerSource {
    requireNonNull(hit, "hit is null");
    requireNonNull(passage, "passage is null");
    if (span.start() < sentence.start()
        || span.end() > sentence.end()
        || sentence.end() > passage.text().length()) {
      throw new IllegalArgumentException(
          "the answer "
              + span
              + " is not in the sentence "
              + sentence
              + " of a passage of "
              + passage.text().length()
              + " characters");
    }
  }

  /** The answer. */
  public String text() {
    return span.coveredText(passage.text());
  }

  /** The sentence that contains the answer. */
  public String sentenceText() {
    return sentence.coveredText(passage.text());
  }

  /** Position of the answer in {@link #sentenceText}. */
  public Span spanInSentence() {
    return new Span(span.start() - sentence.start(), span.end() - sentence.start());
  }
}
