// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes comments, elements and tags from wikitext. */
final class WikiTags {
  /** The start tags of elements whose content is not text, and of text without markup. */
  private static final Pattern ELEMENT =
      Pattern.compile(
          "<(ref|math|chem|ce|gallery|timeline|score|imagemap|syntaxhighlight|source|pre|table"
              + "|references|templatestyles|templatedata|includeonly|mapframe|maplink|graph|hiero"
              + "|indicator|inputbox|categorytree|nowiki)\\b[^<>]*+>",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern TAG = Pattern.compile("</?([A-Za-z][A-Za-z0-9]*+)[^<>]*+>");

  private static final Set<String> BLOCKS =
      Set.of(
          "blockquote",
          "center",
          "dd",
          "div",
          "dl",
          "dt",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "hr",
          "li",
          "ol",
          "p",
          "ul");

  /** Characters of markup, which are text between nowiki tags. */
  private static final Pattern MARKUP = Pattern.compile("[\\[\\]{}|'<>*#:;=_\\-!]");

  private WikiTags() {}

  /** Removes comments; one that is not closed extends to the end. */
  static String removeComments(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int from = 0;
    while (from < text.length()) {
      int start = text.indexOf("<!--", from);
      kept.append(text, from, start < 0 ? text.length() : start);
      int end = start < 0 ? -1 : text.indexOf("-->", start);
      from = end < 0 ? text.length() : end + 3;
    }
    return kept.toString();
  }

  /** Removes elements with their content; of one that is not closed, only the start tag. */
  static String removeElements(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    if (lowerCase.length() != text.length()) {
      lowerCase = text; // A letter whose lower case has another length: no tag in upper case then.
    }
    StringBuilder kept = new StringBuilder(text.length());
    Matcher element = ELEMENT.matcher(text);
    Set<String> withoutEnd = new HashSet<>();
    int from = 0;
    while (element.find(from)) {
      kept.append(text, from, element.start());
      from = element.end();
      String name = element.group(1).toLowerCase(Locale.ROOT);
      if (element.group().endsWith("/>") || withoutEnd.contains(name)) {
        continue;
      }
      int end = lowerCase.indexOf("</" + name, from);
      int close = end < 0 ? -1 : text.indexOf('>', end);
      if (close < 0) {
        withoutEnd.add(name);
        continue;
      }
      if (name.equals("nowiki")) {
        kept.append(escapeMarkup(text.substring(from, end)));
      }
      from = close + 1;
    }
    return kept.append(text, from, text.length()).toString();
  }

  private static String escapeMarkup(String text) {
    return MARKUP.matcher(text).replaceAll(found -> "&#" + (int) found.group().charAt(0) + ";");
  }

  /**
   * Replaces tags: those of blocks end a paragraph, a line break is a blank, others are nothing.
   */
  static String replaceTags(String text) {
    return TAG.matcher(text)
        .replaceAll(
            tag -> {
              String name = tag.group(1).toLowerCase(Locale.ROOT);
              return BLOCKS.contains(name) ? "\n\n" : name.equals("br") ? " " : "";
            });
  }
}
