// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * A sentence that is separated into words.
 *
 * @param words the words, including punctuation marks
 * @param source the text of which they are parts, if it is known
 */
record SentenceText(List<String> words, Optional<Source> source) {
  /**
   * A text and its words.
   *
   * @param spans the span of each word in the text
   */
  record Source(String text, List<Span> spans) {
    Source {
      spans = List.copyOf(spans);
    }

    /** Returns the span from one word to another, both included. */
    Span span(int firstWord, int lastWord) {
      return new Span(spans.get(firstWord).start(), spans.get(lastWord).end());
    }
  }

  SentenceText {
    words = List.copyOf(words);
  }

  /** Returns a sentence of given words. */
  static SentenceText ofWords(List<String> words) {
    return new SentenceText(words, Optional.empty());
  }

  /**
   * Separates a text into words.
   *
   * @param language returns the language of a text
   */
  static SentenceText segment(String text, Function<String, Language> language) {
    List<Span> spans = WordSegmenter.splitWithMarks(text, language.apply(text));
    return new SentenceText(
        spans.stream().map(span -> span.coveredText(text)).toList(),
        Optional.of(new Source(text, spans)));
  }

  /** Returns the text from one word to another, both included; words are separated by blanks. */
  String text(int firstWord, int lastWord) {
    return source
        .map(found -> found.span(firstWord, lastWord).coveredText(found.text()))
        .orElseGet(() -> String.join(" ", words.subList(firstWord, lastWord + 1)));
  }
}
