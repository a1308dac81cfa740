package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.Language;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Cuts a sentence into the words that are aligned. Links count the words of this list from 0. Safe
 * for use by many threads at once.
 */
@FunctionalInterface
public interface WordTokenizer {
  /** The words of a sentence, in order; none of them empty. */
  List<String> words(String sentence);

  /**
   * The words of a language as {@link WordSegmenter} finds them, in small letters; punctuation is
   * no word.
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

  /** What stands between white space, as it is written: for text that was cut before. */
  static WordTokenizer onWhitespace() {
    return sentence -> {
      String stripped = sentence.strip();
      return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+", -1));
    };
  }
}
