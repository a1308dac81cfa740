// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.isogloss.core.util.DisplayText;
import org.isogloss.measure.TextTable;

/** Helper methods for HTML and SVG. */
final class HtmlFragments {
  /** Characters that are about one and a half times as wide as others. */
  private static final String WIDE_CHARACTERS = "@%MWmw";

  private HtmlFragments() {}

  /**
   * Escapes text for use between tags and in quoted attributes. Control characters, bidirectional
   * overrides, and characters that UTF-8 or XML cannot represent become U+FFFD.
   */
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
        default -> escaped.append(isText(text, i) ? c : '\uFFFD');
      }
    }
    return escaped.toString();
  }

  private static boolean isText(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return DisplayText.of(c) == c && c < '\uFFFE';
  }

  /** A figure with its caption. */
  static String figure(String caption, String content) {
    return "<figure>\n<figcaption>" + escape(caption) + "</figcaption>\n" + content + "</figure>\n";
  }

  /** A part that scrolls to the side on a small screen, also by the keyboard. */
  static String scrolling(String name, String content) {
    return "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\""
        + escape(name)
        + "\">"
        + content
        + "</div>\n";
  }

  /** Formats a number for SVG with at most two decimals. */
  static String formatNumber(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** Returns a file of this package: a style sheet or a script. */
  static String resource(String name) {
    try (InputStream in = HtmlFragments.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(in, name + " is missing").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Appends an attribute of SVG. */
  static void attribute(StringBuilder svg, String name, double value) {
    svg.append(' ').append(name).append("=\"").append(formatNumber(value)).append('"');
  }

  /** The approximate width of a text in pixels at a font size of 12 pixels. */
  static double textWidth(String text) {
    return 6.9 * TextTable.width(text)
        + 4.5 * text.chars().filter(c -> WIDE_CHARACTERS.indexOf(c) >= 0).count();
  }
}
