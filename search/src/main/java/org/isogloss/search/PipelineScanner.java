package org.isogloss.search;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Names;

/** A pipeline string and how far it was read; knows names, numbers and symbols. */
final class PipelineScanner {
  /** Messages quote at most this many characters of a pipeline. */
  private static final int LONGEST_EXCERPT = 200;

  private final String text;
  private int at;

  PipelineScanner(String text) {
    this.text = text;
  }

  /** Where reading stands. */
  int at() {
    return at;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /** What would be read next, behind white space. */
  boolean sees(Pattern pattern) {
    skipSpace();
    return pattern.matcher(text).region(at, text.length()).lookingAt();
  }

  /** Reads a symbol or a prefix, where it is next. */
  boolean accept(String symbol) {
    skipSpace();
    if (text.startsWith(symbol, at)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  void require(String symbol) {
    if (!accept(symbol)) {
      throw expected("\"" + symbol + "\"");
    }
  }

  /** Letters, digits, hyphens and underscores; empty where none is next. */
  String name() {
    skipSpace();
    int start = at;
    at = endOfName();
    return text.substring(start, at);
  }

  /** What stands before the next of some characters, without white space around it. */
  String until(String stops, String described) {
    skipSpace();
    int start = at;
    while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String found = text.substring(start, at).strip();
    if (found.isEmpty() || atEnd()) {
      throw expectedAt(start, described);
    }
    return found;
  }

  /** A whole number of 1 or more. */
  int count(String described) {
    skipSpace();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    try {
      int count = Integer.parseInt(text.substring(start, at));
      if (count > 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Nothing, or more than anybody needs: said below.
    }
    throw expectedAt(start, described);
  }

  /** A decimal number that is as it should be. */
  double number(DoublePredicate good, String described) {
    skipSpace();
    int start = at;
    while (at < text.length() && "0123456789.".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      double number = Double.parseDouble(text.substring(start, at));
      if (good.test(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw expectedAt(start, described);
  }

  /** One of some names. */
  String oneOf(List<String> names, String described) {
    skipSpace();
    int start = at;
    String found = name();
    if (!names.contains(found)) {
      throw expectedAt(start, names, described);
    }
    return found;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private int endOfName() {
    int end = at;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || "-_".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  /** Points back to where something else was expected, and says which name is nearest. */
  IsoglossException expectedAt(int start, List<String> names, String described) {
    at = start;
    String found = text.substring(at, endOfName());
    String nearest =
        Names.nearest(found, names).map(near -> "; did you mean " + near + "?").orElse("");
    return expected(described + nearest);
  }

  /** Points back to where something else was expected. */
  IsoglossException expectedAt(int start, String described) {
    at = start;
    return expected(described);
  }

  /** Points to where reading stands. */
  IsoglossException expected(String described) {
    skipSpace();
    String found = atEnd() ? "the end" : "\"" + text.substring(at, endOfWord()) + "\"";
    return new IsoglossException(
        "pipeline \""
            + excerpt()
            + "\", character "
            + (at + 1)
            + ": found "
            + found
            + ", expected "
            + described);
  }

  private int endOfWord() {
    int end = Math.min(endOfName(), at + LONGEST_EXCERPT);
    return end == at ? text.offsetByCodePoints(at, 1) : end;
  }

  /** The pipeline, or of a long one the part around the current position. */
  private String excerpt() {
    if (text.length() <= LONGEST_EXCERPT) {
      return text;
    }
    int start = Math.max(0, at - LONGEST_EXCERPT / 2);
    int end = Math.min(text.length(), at + LONGEST_EXCERPT / 2);
    return (start > 0 ? "..." : "")
        + text.substring(start, end)
        + (end < text.length() ? "..." : "");
  }
}
