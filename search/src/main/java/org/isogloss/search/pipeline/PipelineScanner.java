package org.isogloss.search.pipeline;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;

/** A pipeline string and how far it was read; knows names, numbers and symbols. */
final class PipelineScanner {
  /** Messages quote at most this many characters of a pipeline. */
  private static final int MAX_EXCERPT_LENGTH = 200;

  private final String text;
  private int position;

  PipelineScanner(String text) {
    this.text = text;
  }

  /** Where reading stands. */
  int position() {
    return position;
  }

  boolean atEnd() {
    return position == text.length();
  }

  /** What would be read next, behind white space. */
  boolean lookingAt(Pattern pattern) {
    skipSpace();
    return pattern.matcher(text).region(position, text.length()).lookingAt();
  }

  /** Reads a symbol or a prefix, where it is next. */
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

  /** Letters, digits, hyphens and underscores; empty where none is next. */
  String readName() {
    skipSpace();
    int start = position;
    position = endOfName();
    return text.substring(start, position);
  }

  /** What stands before the next of some characters, without white space around it. */
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

  /** A whole number of 1 or more. */
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
      // Nothing, or more than anybody needs: said below.
    }
    throw expectedErrorAt(start, description);
  }

  /** A decimal number that is as it should be. */
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
      // Said below.
    }
    throw expectedErrorAt(start, description);
  }

  /** One of some names. */
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

  /** Points back to where something else was expected, and says which name is nearest. */
  IsoglossException expectedErrorAt(int start, List<String> names, String description) {
    position = start;
    String found = text.substring(position, endOfName());
    String nearest =
        NameSuggestions.nearest(found, names)
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return expectedError(description + nearest);
  }

  /** Points back to where something else was expected. */
  IsoglossException expectedErrorAt(int start, String description) {
    position = start;
    return expectedError(description);
  }

  /** Points to where reading stands. */
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

  /** The pipeline, or of a long one the part around the current position. */
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
}
