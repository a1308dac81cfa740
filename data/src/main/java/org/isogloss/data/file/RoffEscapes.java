// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.text.Normalizer;
import java.util.Map;

/**
 * Replaces the escape sequences of roff: characters by themselves, fonts and motions by nothing.
 */
final class RoffEscapes {
  private static final Map<String, String> CHARACTERS =
      Map.ofEntries(
          Map.entry("em", "—"),
          Map.entry("en", "–"),
          Map.entry("hy", "-"),
          Map.entry("mi", "−"),
          Map.entry("aq", "'"),
          Map.entry("dq", "\""),
          Map.entry("lq", "“"),
          Map.entry("rq", "”"),
          Map.entry("oq", "‘"),
          Map.entry("cq", "’"),
          Map.entry("Bq", "„"),
          Map.entry("Fo", "«"),
          Map.entry("Fc", "»"),
          Map.entry("bu", "•"),
          Map.entry("co", "©"),
          Map.entry("rg", "®"),
          Map.entry("tm", "™"),
          Map.entry("ti", "~"),
          Map.entry("ha", "^"),
          Map.entry("ga", "`"),
          Map.entry("rs", "\\"),
          Map.entry("sl", "/"),
          Map.entry("ba", "|"),
          Map.entry("or", "|"),
          Map.entry("ul", "_"),
          Map.entry("at", "@"),
          Map.entry("sh", "#"),
          Map.entry("Do", "$"),
          Map.entry("ct", "¢"),
          Map.entry("Eu", "€"),
          Map.entry("Po", "£"),
          Map.entry("de", "°"),
          Map.entry("pl", "+"),
          Map.entry("mu", "×"),
          Map.entry("di", "÷"),
          Map.entry("+-", "±"),
          Map.entry("<=", "≤"),
          Map.entry(">=", "≥"),
          Map.entry("!=", "≠"),
          Map.entry("->", "→"),
          Map.entry("<-", "←"),
          Map.entry("la", "⟨"),
          Map.entry("ra", "⟩"),
          Map.entry("lB", "["),
          Map.entry("rB", "]"),
          Map.entry("ss", "ß"),
          Map.entry("AE", "Æ"),
          Map.entry("ae", "æ"),
          Map.entry("/o", "ø"),
          Map.entry("/O", "Ø"),
          Map.entry("oa", "å"),
          Map.entry("aa", "´"),
          Map.entry("14", "¼"),
          Map.entry("12", "½"),
          Map.entry("34", "¾"));

  /** Letters of the names of accented characters, such as {@code \[:a]} and {@code \['e]}. */
  private static final Map<Character, String> ACCENTS =
      Map.of(
          ':', "\u0308", '\'', "\u0301", '`', "\u0300", '^', "\u0302", '~', "\u0303", ',',
          "\u0327");

  private final String text;
  private final Map<String, String> strings;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private RoffEscapes(String text, Map<String, String> strings) {
    this.text = text;
    this.strings = strings;
  }

  /**
   * Replaces the escape sequences of a text.
   *
   * @param strings the strings that the page defines, without escape sequences
   */
  static String replace(String text, Map<String, String> strings) {
    return text.indexOf('\\') < 0 ? text : new RoffEscapes(text, strings).replace();
  }

  private String replace() {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '\\') {
        out.append(c);
      } else if (at < text.length()) {
        char kind = text.charAt(at++);
        if (kind == '"' || kind == '#') {
          break; // The rest is a comment.
        }
        escape(kind);
      }
    }
    return out.toString();
  }

  private void escape(char kind) {
    switch (kind) {
      case '-' -> out.append('-');
      case 'e', '\\' -> out.append('\\');
      case '\'' -> out.append('\u00b4');
      case '`', '.' -> out.append(kind);
      case ' ', '~', '0' -> out.append(' ');
      case 't' -> out.append('\t');
      case '(', '[' -> {
        at--;
        out.append(character(name()));
      }
      case '*' -> out.append(strings.getOrDefault(name(), ""));
      case 'f', 'F', 'm', 'M', 'n', 'g', 'k', 'Y', 'V' -> name();
      case 's' -> size();
      case 'h',
          'v',
          'w',
          'l',
          'L',
          'D',
          'X',
          'x',
          'o',
          'b',
          'C',
          'N',
          'S',
          'H',
          'R',
          'Z',
          'A',
          'B' ->
          quoted();
      default -> {
        // Breaks, hyphenation points and small blanks show nothing.
      }
    }
  }

  /** Reads a name: one character, {@code (xx}, or {@code [name]}. */
  private String name() {
    if (at >= text.length()) {
      return "";
    }
    char first = text.charAt(at++);
    if (first == '+' || first == '-') {
      return name();
    }
    if (first == '(') {
      int end = Math.min(at + 2, text.length());
      String name = text.substring(at, end);
      at = end;
      return name;
    }
    if (first == '[') {
      int close = text.indexOf(']', at);
      int end = close < 0 ? text.length() : close;
      String name = text.substring(at, end);
      at = Math.min(end + 1, text.length());
      return name;
    }
    return String.valueOf(first);
  }

  private void size() {
    if (at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at < text.length() && "(['".indexOf(text.charAt(at)) >= 0) {
      if (text.charAt(at) == '\'') {
        quoted();
      } else {
        name();
      }
    } else {
      at = Math.min(at + 1, text.length());
    }
  }

  /** Skips an argument between two equal characters, or a name. */
  private void quoted() {
    if (at < text.length()) {
      char quote = text.charAt(at);
      int end = text.indexOf(quote, at + 1);
      at = end < 0 ? text.length() : end + 1;
    }
  }

  private static String character(String name) {
    String known = CHARACTERS.get(name);
    if (known != null) {
      return known;
    }
    if (name.matches("u[0-9A-F]{4,6}")) {
      int codePoint = Integer.parseInt(name.substring(1), 16);
      return Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : "";
    }
    String accent = name.length() == 2 ? ACCENTS.get(name.charAt(0)) : null;
    return accent == null ? "" : Normalizer.normalize(name.charAt(1) + accent, Normalizer.Form.NFC);
  }
}
