// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;

/**
 * A place where an answer was found.
 *
 * @param documentId the id of the document
 * @param passage number of the passage in the document, from 0
 * @param language the language of the passage
 * @param title the title of the document; may be empty
 * @param span position of the answer in the text of the passage
 * @param sentence position of the sentence, or sentences, of the answer in the text of the passage
 * @param sentenceText the sentence, or sentences
 */
public record AnswerSource(
    String documentId,
    int passage,
    Language language,
    String title,
    Span span,
    Span sentence,
    String sentenceText) {
  public AnswerSource {
    requireNonNull(documentId, "documentId is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    if (sentence.end() - sentence.start() != sentenceText.length()) {
      throw new IllegalArgumentException(
          "the sentence " + sentence + " has " + sentenceText.length() + " characters");
    }
    if (span.start() < sentence.start() || span.end() > sentence.end()) {
      throw new IllegalArgumentException(
          "the answer " + span + " is not in the sentence " + sentence);
    }
  }

  /**
   * Creates a source.
   *
   * @param span position of the answer in {@link Passage#text}
   * @param sentence position of its sentence, or sentences, in {@link Passage#text}
   */
  public static AnswerSource of(Passage passage, Span span, Span sentence) {
    return new AnswerSource(
        passage.documentId(),
        passage.ordinal(),
        passage.language(),
        passage.title(),
        span,
        sentence,
        sentence.coveredText(passage.text()));
  }

  /** The answer. */
  public String text() {
    return spanInSentence().coveredText(sentenceText);
  }

  /** Position of the answer in {@link #sentenceText}. */
  public Span spanInSentence() {
    return new Span(span.start() - sentence.start(), span.end() - sentence.start());
  }
}
