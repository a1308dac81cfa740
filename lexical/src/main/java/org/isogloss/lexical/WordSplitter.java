package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.Language;
import org.isogloss.text.Span;
import org.isogloss.text.Words;

/**
 * Cuts a sentence into the words that are aligned. Links count the words of this list from 0. Safe
 * for use by many threads at once.
 */
@FunctionalInterface
public interface WordSplitter {
  /** The words of a sentence, in order; none of them empty. */
  List<String> words(String sentence);

  /**
   * The words of a language as {@link Words} finds them, in small letters; punctuation is no word.
   */
  static WordSplitter of(Language language) {
    return sentence -> {
      List<Span> spans = Words.split(sentence, language);
      List<String> words = new ArrayList<>(spans.size());
      for (Span span : spans) {
        words.add(span.of(sentence).toLowerCase(Locale.ROOT));
      }
      return words;
    };
  }

  /** What stands between white space, as it is written: for text that was cut before. */
  static WordSplitter atSpaces() {
    return sentence -> {
      String stripped = sentence.strip();
      return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+", -1));
    };
  }
}
