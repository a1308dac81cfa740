// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/**
 * Splits text into words by UAX #29, with a dictionary for scripts without spaces between words:
 * Chinese, Japanese, Thai, Lao, Khmer, Burmese.
 */
public final class WordSegmenter {
  private WordSegmenter() {}

  /**
   * The words of a text, in order. A word contains a letter, a digit or an ideograph; punctuation,
   * symbols and white space are not words.
   */
  public static List<Span> split(String text, Language language) {
    return segments(text, language, (segment, status) -> status >= BreakIterator.WORD_NONE_LIMIT);
  }

  /**
   * The words and the marks of a text, in order, as taggers of words expect them: each punctuation
   * mark and each symbol is an item of its own, and only white space is left out.
   */
  public static List<Span> splitWithMarks(String text, Language language) {
    return segments(text, language, (segment, status) -> !isWhiteSpace(segment.coveredText(text)));
  }

  private static boolean isWhiteSpace(String text) {
    return text.codePoints().allMatch(UCharacter::isUWhiteSpace);
  }

  /** Selects segments by themselves and by the status of ICU's rule that ends them. */
  @FunctionalInterface
  private interface Selection {
    boolean includes(Span segment, int ruleStatus);
  }

  private static List<Span> segments(String text, Language language, Selection selection) {
    BreakIterator breaks = BreakIterators.words(language);
    breaks.setText(text);
    List<Span> selected = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
      Span segment = new Span(start, end);
      if (selection.includes(segment, breaks.getRuleStatus())) {
        selected.add(segment);
      }
    }
    return selected;
  }
}
