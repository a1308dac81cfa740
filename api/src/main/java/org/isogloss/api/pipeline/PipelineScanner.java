// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;

/** Reads names, numbers and symbols from a pipeline string. */
final class PipelineScanner {
  /** Maximum number of characters of a pipeline in messages. */
  private static final int MAX_EXCERPT_LENGTH = 200;

  private final String text;
  private int position;

  PipelineScanner(String text) {
    this.text = text;
  }

  /** The current position. */
  int position() {
    return position;
  }

  boolean atEnd() {
    return position == text.length();
  }

  /** Returns whether the text after white space matches a pattern. */
  boolean lookingAt(Pattern pattern) {
    skipSpace();
    return pattern.matcher(text).region(position, text.length()).lookingAt();
  }

  /** Reads a symbol or a prefix if it is next. */
  boolean accept(String symbol) {
    skipSpace();
    if (text.startsWith(symbol, position)) {
      position += symbol.length();
      return true;
    }
    return false;
  }

  void require(String symbol) {
    if (!accept(symbol)) {
      throw expectedError("\"" + symbol + "\"");
    }
  }

  /** Reads letters, digits, hyphens and underscores; returns an empty string if none is next. */
  String readName() {
    skipSpace();
    int start = position;
    position = endOfName();
    return text.substring(start, position);
  }

  /** Reads up to the next stop character, and strips white space. */
  String readUntil(String stops, String description) {
    skipSpace();
    int start = position;
    while (position < text.length() && stops.indexOf(text.charAt(position)) < 0) {
      position++;
    }
    String found = text.substring(start, position).strip();
    if (found.isEmpty() || atEnd()) {
      throw expectedErrorAt(start, description);
    }
    return found;
  }

  /** Reads a whole number of 1 or more. */
  int readCount(String description) {
    skipSpace();
    int start = position;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    try {
      int count = Integer.parseInt(text.substring(start, position));
      if (count > 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Missing or too large; reported below.
    }
    throw expectedErrorAt(start, description);
  }

  /** Reads a decimal number that fulfils a condition. */
  double readNumber(DoublePredicate isValid, String description) {
    skipSpace();
    int start = position;
    while (position < text.length() && "0123456789.".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    try {
      double number = Double.parseDouble(text.substring(start, position));
      if (isValid.test(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw expectedErrorAt(start, description);
  }

  /** Reads one of several names. */
  String readOneOf(List<String> names, String description) {
    skipSpace();
    int start = position;
    String found = readName();
    if (!names.contains(found)) {
      throw expectedErrorAt(start, names, description);
    }
    return found;
  }

  private void skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private int endOfName() {
    int end = position;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || "-_".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  /** Creates an error at an earlier position, and suggests the most similar name. */
  IsoglossException expectedErrorAt(int start, List<String> names, String description) {
    position = start;
    String found = text.substring(position, endOfName());
    String nearest =
        NameSuggestions.nearest(found, names)
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return expectedError(description + nearest);
  }

  /** Creates an error at an earlier position. */
  IsoglossException expectedErrorAt(int start, String description) {
    position = start;
    return expectedError(description);
  }

  /** Creates an error at the current position. */
  IsoglossException expectedError(String description) {
    skipSpace();
    String found = atEnd() ? "the end" : "\"" + text.substring(position, endOfWord()) + "\"";
    return new IsoglossException(
        "pipeline \""
            + excerpt()
            + "\", character "
            + (position + 1)
            + ": found "
            + found
            + ", expected "
            + description);
  }

  private int endOfWord() {
    int end = Math.min(endOfName(), position + MAX_EXCERPT_LENGTH);
    return end == position ? text.offsetByCodePoints(position, 1) : end;
  }

  /** Returns the pipeline, or the part around the current position if it is long. */
  private String excerpt() {
    if (text.length() <= MAX_EXCERPT_LENGTH) {
      return text;
    }
    int start = Math.max(0, position - MAX_EXCERPT_LENGTH / 2);
    int end = Math.min(text.length(), position + MAX_EXCERPT_LENGTH / 2);
    return (start > 0 ? "..." : "")
        + text.substring(start, end)
        + (end < text.length() ? "..." : "");
  }

  /** Formats a number as it is read: without exponent and without trailing zeros. */
  static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
