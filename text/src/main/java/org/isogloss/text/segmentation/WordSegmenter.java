// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.text.Span;

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
    BreakIterator breaks = BreakIterators.words(language);
    breaks.setText(text);
    List<Span> words = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
      if (breaks.getRuleStatus() >= BreakIterator.WORD_NONE_LIMIT) {
        words.add(new Span(start, end));
      }
    }
    return words;
  }
}
