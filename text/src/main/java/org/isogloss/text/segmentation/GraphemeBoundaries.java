// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.BitSet;
import java.util.Optional;
import org.isogloss.core.Span;

/**
 * Boundaries of the user-perceived characters of one text; a span must not split such a character,
 * unless it has more than {@value #MAX_LENGTH} UTF-16 units. All are found in one pass: asking ICU
 * for single boundaries takes quadratic time in a run of regional indicators.
 */
final class GraphemeBoundaries {
  /** Maximum length of a character that is not split; those of any language are much shorter. */
  static final int MAX_LENGTH = 128;

  /**
   * Characters with a boundary on both sides wherever they stand next to each other: letters and
   * signs that neither combine nor join others, composed Hangul syllables and line feeds.
   */
  private static final BitSet SEPARATE = separate();

  private final String text;
  private final BitSet boundaries;

  GraphemeBoundaries(String text) {
    this.text = text;
    boundaries = new BitSet(text.length() + 1);
    if (text.chars().allMatch(SEPARATE::get)) {
      boundaries.set(0, text.length() + 1);
    } else {
      findBoundaries();
    }
  }

  private static BitSet separate() {
    BitSet separate = new BitSet(Character.MAX_VALUE);
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      int type = UCharacter.getIntPropertyValue(c, UProperty.GRAPHEME_CLUSTER_BREAK);
      separate.set(
          c,
          c == '\n'
              || type == UCharacter.GraphemeClusterBreak.LV
              || type == UCharacter.GraphemeClusterBreak.LVT
              || (type == UCharacter.GraphemeClusterBreak.OTHER && !Character.isSurrogate(c)));
    }
    return separate;
  }

  private void findBoundaries() {
    BreakIterator breaks = BreakIterator.getCharacterInstance(ULocale.ROOT);
    breaks.setText(text);
    int last = breaks.first();
    boundaries.set(last);
    for (int next = breaks.next(); next != BreakIterator.DONE; next = breaks.next()) {
      while (next - last > MAX_LENGTH) {
        last += MAX_LENGTH;
        last -= Character.isLowSurrogate(text.charAt(last)) ? 1 : 0;
        boundaries.set(last);
      }
      boundaries.set(next);
      last = next;
    }
  }

  /** The last boundary at or before {@code offset}. */
  int atOrBefore(int offset) {
    return boundaries.previousSetBit(offset);
  }

  /** The first boundary at or after {@code offset}. */
  int atOrAfter(int offset) {
    return boundaries.nextSetBit(offset);
  }

  /** Removes the white space at both ends of a range; empty if nothing remains. */
  Optional<Span> trim(int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isWhiteSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isWhiteSpace(text.charAt(to - 1))) {
      to--;
    }
    return from == to ? Optional.empty() : Optional.of(new Span(atOrBefore(from), atOrAfter(to)));
  }

  /** Whether a character is white space, including no-break spaces. */
  static boolean isWhiteSpace(char c) {
    return UCharacter.isUWhiteSpace(c);
  }
}
