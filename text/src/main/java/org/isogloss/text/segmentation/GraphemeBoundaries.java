// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.Optional;
import org.isogloss.text.Span;

/**
 * Boundaries of the user-perceived characters of one text; a span must not split such a character.
 * Not thread-safe.
 */
final class GraphemeBoundaries {
  private final String text;
  private final BreakIterator breaks = BreakIterator.getCharacterInstance(ULocale.ROOT);

  GraphemeBoundaries(String text) {
    this.text = text;
    breaks.setText(text);
  }

  /** The last boundary at or before {@code offset}. */
  int atOrBefore(int offset) {
    return breaks.isBoundary(offset) ? offset : breaks.preceding(offset);
  }

  /** The first boundary at or after {@code offset}. */
  int atOrAfter(int offset) {
    return breaks.isBoundary(offset) ? offset : breaks.following(offset);
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
