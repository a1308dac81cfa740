package org.isogloss.measure;

import java.util.Locale;

/** Pieces of HTML and SVG. */
final class Html {
  /** Letters that take half as much again as others. */
  private static final String WIDE = "@%MWmw";

  private Html() {}

  /** Text as it may stand between tags and in quoted attributes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default ->
            escaped.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  /** A figure with its caption. */
  static String figure(String caption, String content) {
    return "<figure>\n<figcaption>" + escape(caption) + "</figcaption>\n" + content + "</figure>\n";
  }

  /** A number as SVG has it, with at most two decimals. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** About how many pixels a text is wide at 12 pixels of height. */
  static double width(String text) {
    return 6.9 * TextTable.width(text)
        + 4.5 * text.chars().filter(c -> WIDE.indexOf(c) >= 0).count();
  }
}
