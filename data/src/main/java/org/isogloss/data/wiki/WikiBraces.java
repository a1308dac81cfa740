// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes templates, <code>{{...}}</code>, and tables, <code>{|</code> to <code>|}</code> at the
 * beginnings of lines, with all that they contain. One that is not closed ends with its line. Of
 * templates that only format or label a text, such as <code>{{lang|de|Rhein}}</code> and <code>
 * {{sub|2}}</code>, the text is kept.
 */
final class WikiBraces {
  /** An opening; its end is not known yet. */
  private record Opening(int start, boolean table) {}

  /** Templates whose first argument is the text. */
  private static final String FORMATS = "nowrap|nobr|sub|sup|small|chem2?|abbr";

  /** Templates whose first argument is a language, and whose second one is the text. */
  private static final String LANGUAGES = "(?:lang|langue|transl)\\s*+\\|[^|{}]*+";

  private static final Pattern TEXT =
      Pattern.compile(
          "\\{\\{\\s*+(?:"
              + LANGUAGES
              + "|"
              + FORMATS
              + ")\\s*+\\|([^|{}\\[]*+)((?:\\|[^|{}\\[]*+)*+)\\}\\}",
          Pattern.CASE_INSENSITIVE);

  private WikiBraces() {}

  static String remove(String text) {
    Map<Integer, Integer> ends = ends(text);
    StringBuilder kept = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      if (!ends.containsKey(i)) {
        kept.append(text.charAt(i++));
      } else if (ends.get(i) > 0) {
        kept.append(keptText(text, i, ends.get(i)));
        i = ends.get(i);
      } else {
        int newline = text.indexOf('\n', i);
        i = newline < 0 ? text.length() : newline;
      }
    }
    return kept.toString();
  }

  /** The text that a template formats; empty for other templates and tables. */
  private static String keptText(String text, int start, int end) {
    Matcher template = TEXT.matcher(text).region(start, end);
    if (!template.matches()) {
      return "";
    }
    boolean isFormula = text.startsWith("chem|", start + 2);
    return isFormula ? template.group(1) + template.group(2).replace("|", "") : template.group(1);
  }

  /** The end of what opens at an offset; 0 if it is not closed. */
  private static Map<Integer, Integer> ends(String text) {
    Map<Integer, Integer> ends = new HashMap<>();
    Deque<Opening> open = new ArrayDeque<>();
    int openTables = 0;
    int openTemplates = 0;
    boolean lineStart = true;
    int i = 0;
    while (i < text.length()) {
      boolean table = lineStart && text.startsWith("{|", i);
      if (table || text.startsWith("{{", i)) {
        open.push(new Opening(i, table));
        ends.put(i, 0);
        openTables += table ? 1 : 0;
        openTemplates += table ? 0 : 1;
        i += 2;
        lineStart = false;
        continue;
      }
      boolean tableEnd = openTables > 0 && lineStart && text.startsWith("|}", i);
      if (tableEnd || (openTemplates > 0 && text.startsWith("}}", i))) {
        i += 2;
        Opening opening = open.pop();
        while (opening.table() != tableEnd) {
          openTables -= opening.table() ? 1 : 0;
          openTemplates -= opening.table() ? 0 : 1;
          opening = open.pop();
        }
        openTables -= tableEnd ? 1 : 0;
        openTemplates -= tableEnd ? 0 : 1;
        ends.put(opening.start(), i);
        lineStart = false;
        continue;
      }
      char c = text.charAt(i++);
      lineStart = c == '\n' || (lineStart && (c == ':' || c == ' ' || c == '\t'));
    }
    return ends;
  }
}
