// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Splits a sentence into the words that are aligned. The positions of links are indices into the
 * list of words. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface WordTokenizer {
  /** Returns the words of a sentence in order; no word is empty. */
  List<String> words(String sentence);

  /**
   * Returns a tokenizer for a language, which returns the words that {@link WordSegmenter} finds,
   * in lower case and without punctuation.
   */
  static WordTokenizer forLanguage(Language language) {
    return sentence -> {
      List<Span> spans = WordSegmenter.split(sentence, language);
      List<String> words = new ArrayList<>(spans.size());
      for (Span span : spans) {
        words.add(span.coveredText(sentence).toLowerCase(Locale.ROOT));
      }
      return words;
    };
  }

  /**
   * Returns a tokenizer that splits at white space and keeps the case, for text that is already
   * tokenized.
   */
  static WordTokenizer onWhitespace() {
    return sentence -> {
      String stripped = sentence.strip();
      return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+", -1));
    };
  }
}
