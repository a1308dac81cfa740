// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;

/**
 * An answer to the query, found in the passages of one or several hits.
 *
 * @param text the answer as its first source has it
 * @param score how strongly the model prefers the answer to no answer, in the source where this
 *     preference is strongest; comparable only between answers of one model
 * @param probability the softmax of the scores of all answers that were found, from 0 to 1. It
 *     states how the answers compare, not how probable it is that one of them is correct
 * @param sources where it was found, the best source first; at least one
 */
public record Answer(String text, double score, double probability, List<Source> sources) {
  /**
   * A place where an answer was found. Positions are UTF-16 units in the text of the passage.
   *
   * @param id the id of the document
   * @param language its language
   * @param title its title
   * @param passage number of the passage in the document, from 0
   * @param start offset of the first character of the answer
   * @param end offset after its last character
   * @param sentence the sentence, or sentences, that contain the answer
   */
  public record Source(
      String id,
      Language language,
      String title,
      int passage,
      int start,
      int end,
      Sentence sentence) {
    public Source {
      requireNonNull(id, "id is null");
      requireNonNull(language, "language is null");
      requireNonNull(title, "title is null");
      if (start < sentence.start() || end < start || end > sentence.end()) {
        throw new IllegalArgumentException(
            "the answer at ["
                + start
                + ", "
                + end
                + ") is not in its sentence at ["
                + sentence.start()
                + ", "
                + sentence.end()
                + ")");
      }
    }

    /** The answer as this source has it. */
    public String text() {
      return sentence.text().substring(start - sentence.start(), end - sentence.start());
    }

    private static Source read(JsonReply json) {
      return json.create(
          () ->
              new Source(
                  json.text("id"),
                  json.language("language"),
                  json.text("title"),
                  json.integer("passage"),
                  json.integer("start"),
                  json.integer("end"),
                  Sentence.read(json.object("sentence"))));
    }
  }

  /**
   * The sentence of an answer, with its position in the text of the passage.
   *
   * @param start offset of its first character
   * @param end offset after its last character
   * @param text its text
   */
  public record Sentence(int start, int end, String text) {
    public Sentence {
      if (start < 0 || end - start != text.length()) {
        throw new IllegalArgumentException(
            "a sentence of " + text.length() + " characters is at [" + start + ", " + end + ")");
      }
    }

    private static Sentence read(JsonReply json) {
      return json.create(
          () -> new Sentence(json.integer("start"), json.integer("end"), json.text("text")));
    }
  }

  public Answer {
    requireNonNull(text, "text is null");
    sources = List.copyOf(sources);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("the answer has no source");
    }
  }

  /** The source with the highest score. */
  public Source source() {
    return sources.getFirst();
  }

  /**
   * Whether the model prefers the answer to no answer. A model that was trained without
   * unanswerable questions has not learned this preference.
   */
  public boolean isSure() {
    return score > 0;
  }

  static Answer read(JsonReply json) {
    return json.create(
        () ->
            new Answer(
                json.text("text"),
                json.number("score"),
                json.number("probability"),
                json.list("sources", Source::read)));
  }
}
