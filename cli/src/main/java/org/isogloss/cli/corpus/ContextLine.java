// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.core.util.DisplayText;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.measure.TextTable;

/**
 * An occurrence in its context on a line of a terminal, with the words in a column of their own,
 * and the translation on the next line. In a script that is written from right to left, the context
 * before the words is on their right, and each part is isolated, so that the parts keep their
 * places.
 */
final class ContextLine {
  private static final char ISOLATE = '\u2068';
  private static final char END_OF_ISOLATE = '\u2069';
  private static final String ELLIPSIS = "…";

  private final int width;

  /** Creates lines of at most {@code width} columns. */
  ContextLine(int width) {
    this.width = width;
  }

  /** Formats an occurrence as two lines, safe to display. */
  String format(Occurrence occurrence) {
    String keyword = "[" + DisplayText.singleLine(occurrence.keyword()) + "]";
    int side = Math.max(10, (width - TextTable.width(keyword)) / 2 - 1);
    Language source = occurrence.pair().sourceLanguage();
    String before = last(DisplayText.singleLine(occurrence.before()).stripTrailing(), side);
    String after = first(DisplayText.singleLine(occurrence.after()).stripLeading(), side);
    boolean isReversed = isRightToLeft(source);
    String left = isReversed ? after : before;
    String leftSpace =
        isReversed ? spaceAtStart(occurrence.after()) : spaceAtEnd(occurrence.before());
    String rightSpace =
        isReversed ? spaceAtEnd(occurrence.before()) : spaceAtStart(occurrence.after());
    return " ".repeat(side + 1 - leftSpace.length() - TextTable.width(left))
        + isolated(left, source)
        + leftSpace
        + isolated(keyword, source)
        + rightSpace
        + isolated(isReversed ? before : after, source)
        + "\n"
        + isolated(translation(occurrence), occurrence.pair().targetLanguage());
  }

  private static String spaceAtEnd(String before) {
    return !before.isEmpty() && Character.isWhitespace(before.charAt(before.length() - 1))
        ? " "
        : "";
  }

  private static String spaceAtStart(String after) {
    return !after.isEmpty() && Character.isWhitespace(after.charAt(0)) ? " " : "";
  }

  private String translation(Occurrence occurrence) {
    String text = DisplayText.singleLine(occurrence.pair().target());
    StringBuilder marked = new StringBuilder();
    int end = 0;
    for (Span word : joined(occurrence.counterparts(), text)) {
      marked.append(text, end, word.start()).append('[');
      marked.append(text, word.start(), word.end()).append(']');
      end = word.end();
    }
    marked.append(text.substring(end));
    int bracket = marked.indexOf("[");
    // The beginning is left out if the marked word would not be visible.
    boolean isFar = bracket >= 0 && TextTable.width(marked.substring(0, bracket)) > width - 20;
    String visible = isFar ? ELLIPSIS + marked.substring(bracket - width / 2) : marked.toString();
    return "    " + first(visible, width - 4);
  }

  /** Words with nothing but white space between them are one. */
  static List<Span> joined(List<Span> words, String text) {
    List<Span> joined = new ArrayList<>();
    for (Span word : words) {
      if (!joined.isEmpty() && text.substring(joined.getLast().end(), word.start()).isBlank()) {
        joined.add(new Span(joined.removeLast().start(), word.end()));
      } else {
        joined.add(word);
      }
    }
    return joined;
  }

  private static String isolated(String text, Language language) {
    return isRightToLeft(language) && !text.isEmpty() ? ISOLATE + text + END_OF_ISOLATE : text;
  }

  private static boolean isRightToLeft(Language language) {
    return language.direction() == Language.Direction.RIGHT_TO_LEFT;
  }

  /** The beginning of a text that fits. */
  private static String first(String text, int columns) {
    if (TextTable.width(text) <= columns) {
      return text;
    }
    int end = 0;
    int used = 1;
    while (used + TextTable.width(Character.toString(text.codePointAt(end))) <= columns) {
      int c = text.codePointAt(end);
      used += TextTable.width(Character.toString(c));
      end += Character.charCount(c);
    }
    return text.substring(0, end) + ELLIPSIS;
  }

  /** The end of a text that fits. */
  private static String last(String text, int columns) {
    if (TextTable.width(text) <= columns) {
      return text;
    }
    int start = text.length();
    int used = 1;
    while (used + TextTable.width(Character.toString(text.codePointBefore(start))) <= columns) {
      int c = text.codePointBefore(start);
      used += TextTable.width(Character.toString(c));
      start -= Character.charCount(c);
    }
    return ELLIPSIS + text.substring(start);
  }
}
