package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.Optional;
import org.isogloss.text.Span;

/** The user-perceived characters of one text: no span may cut one of them. Not thread-safe. */
final class GraphemeBoundaries {
  private final String text;
  private final BreakIterator breaks = BreakIterator.getCharacterInstance(ULocale.ROOT);

  GraphemeBoundaries(String text) {
    this.text = text;
    breaks.setText(text);
  }

  /** The last boundary that is not behind {@code offset}. */
  int atOrBefore(int offset) {
    return breaks.isBoundary(offset) ? offset : breaks.preceding(offset);
  }

  /** The first boundary that is not before {@code offset}. */
  int atOrAfter(int offset) {
    return breaks.isBoundary(offset) ? offset : breaks.following(offset);
  }

  /** What is left of a stretch without the white space at its ends; empty if nothing is. */
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

  /** White space of either kind, no-break spaces included. */
  static boolean isWhiteSpace(char c) {
    return UCharacter.isUWhiteSpace(c);
  }
}
