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
  private static final String INDENT = "    ";

  /** Minimum number of columns of each context, to which longer words give way. */
  private static final int MIN_CONTEXT = 10;

  /** Minimum number of columns that remain for the aligned words and what follows them. */
  private static final int MIN_COUNTERPART = 20;

  private final int width;

  /**
   * Creates lines of at most {@code width} columns. A wide character, such as a Chinese one, takes
   * two.
   *
   * @param width 40 or more
   */
  ContextLine(int width) {
    this.width = width;
  }

  /** Formats an occurrence as two lines, safe to display. */
  String format(Occurrence occurrence) {
    // Brackets, and a space on each side.
    int room = width - 4 - 2 * MIN_CONTEXT;
    String keyword = "[" + first(DisplayText.singleLine(occurrence.keyword()), room) + "]";
    int side = (width - TextTable.width(keyword)) / 2 - 1;
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
    List<Span> words = joined(occurrence.counterparts(), text);
    int end = words.isEmpty() ? 0 : words.getFirst().start();
    String before = text.substring(0, end);
    int room = width - INDENT.length();
    // The beginning is left out if the marked words would not be visible.
    boolean isFar = TextTable.width(before) > room - MIN_COUNTERPART;
    StringBuilder marked = new StringBuilder(isFar ? last(before, room / 2) : before);
    for (Span word : words) {
      marked.append(text, end, word.start()).append('[');
      marked.append(text, word.start(), word.end()).append(']');
      end = word.end();
    }
    marked.append(text.substring(end));
    return INDENT + first(marked.toString(), room);
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
