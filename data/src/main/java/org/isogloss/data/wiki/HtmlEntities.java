// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The HTML entities that wikitext contains most often. */
final class HtmlEntities {
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#(\\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));");

  private static final Map<String, String> NAMED =
      Map.ofEntries(
          Map.entry("amp", "&"),
          Map.entry("lt", "<"),
          Map.entry("gt", ">"),
          Map.entry("quot", "\""),
          Map.entry("apos", "'"),
          Map.entry("nbsp", "\u00a0"),
          Map.entry("ensp", "\u2002"),
          Map.entry("emsp", "\u2003"),
          Map.entry("thinsp", "\u2009"),
          Map.entry("zwnj", "\u200c"),
          Map.entry("zwj", "\u200d"),
          Map.entry("lrm", "\u200e"),
          Map.entry("rlm", "\u200f"),
          Map.entry("shy", "\u00ad"),
          Map.entry("ndash", "\u2013"),
          Map.entry("mdash", "\u2014"),
          Map.entry("hellip", "\u2026"),
          Map.entry("middot", "\u00b7"),
          Map.entry("bull", "\u2022"),
          Map.entry("laquo", "\u00ab"),
          Map.entry("raquo", "\u00bb"),
          Map.entry("lsquo", "\u2018"),
          Map.entry("rsquo", "\u2019"),
          Map.entry("ldquo", "\u201c"),
          Map.entry("rdquo", "\u201d"),
          Map.entry("bdquo", "\u201e"),
          Map.entry("times", "\u00d7"),
          Map.entry("minus", "\u2212"),
          Map.entry("deg", "\u00b0"),
          Map.entry("sup2", "\u00b2"),
          Map.entry("sup3", "\u00b3"),
          Map.entry("frac12", "\u00bd"),
          Map.entry("frac14", "\u00bc"),
          Map.entry("frac34", "\u00be"));

  private HtmlEntities() {}

  /** Replaces entities by their characters; unknown ones are left as they are. */
  static String decode(String text) {
    return text.indexOf('&') < 0
        ? text
        : ENTITY.matcher(text).replaceAll(entity -> Matcher.quoteReplacement(character(entity)));
  }

  private static String character(MatchResult entity) {
    if (entity.group(3) != null) {
      return NAMED.getOrDefault(entity.group(3), entity.group());
    }
    int codePoint =
        entity.group(1) != null
            ? Integer.parseInt(entity.group(1))
            : Integer.parseInt(entity.group(2), 16);
    boolean valid =
        Character.isValidCodePoint(codePoint)
            && Character.getType(codePoint) != Character.SURROGATE
            && (codePoint >= ' ' || Character.isWhitespace(codePoint));
    return valid ? Character.toString(codePoint) : entity.group();
  }
}
