// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Removes templates, <code>{{...}}</code>, and tables, <code>{|</code> to <code>|}</code> at the
 * beginnings of lines, with all that they contain. One that is not closed ends with its line.
 */
final class WikiBraces {
  /** An opening; its end is not known yet. */
  private record Opening(int start, boolean table) {}

  private WikiBraces() {}

  static String remove(String text) {
    Map<Integer, Integer> ends = ends(text);
    StringBuilder kept = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      if (!ends.containsKey(i)) {
        kept.append(text.charAt(i++));
      } else if (ends.get(i) > 0) {
        i = ends.get(i);
      } else {
        int newline = text.indexOf('\n', i);
        i = newline < 0 ? text.length() : newline;
      }
    }
    return kept.toString();
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
