package org.isogloss.data;

import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Ids;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/** What the parsers of several formats check. */
final class Parsing {
  /** Longer excerpts in messages are cut. */
  private static final int EXCERPT = 60;

  private Parsing() {}

  /** The language that a tag of the data names. */
  static Language language(String tag) throws MalformedRecordException {
    try {
      return Language.of(tag);
    } catch (IsoglossException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }

  /**
   * Refuses what holds nothing but white space.
   *
   * @param what the field, as the format calls it
   */
  static String notBlank(String value, String what) throws MalformedRecordException {
    if (value.isBlank()) {
      throw new MalformedRecordException(what + " is empty: fill it in or remove the record");
    }
    return value;
  }

  /**
   * Refuses what cannot be the id of a document or query.
   *
   * @param what the field, as the format calls it
   */
  static String id(String value, String what) throws MalformedRecordException {
    Optional<String> problem = Ids.problem(value);
    if (problem.isPresent()) {
      throw new MalformedRecordException(what + " " + problem.get());
    }
    return value;
  }

  /** A document, unless its id is not allowed or it holds nothing that could be found. */
  static Document document(String id, Language language, String title, String text)
      throws MalformedRecordException {
    id(id, "the id");
    if (title.isBlank() && text.isBlank()) {
      throw new MalformedRecordException(
          "document "
              + excerpt(id)
              + " has neither title nor text: fill one in or remove the record");
    }
    return new Document(id, language, title, text);
  }

  /** A whole number. */
  static int integer(String value, String what) throws MalformedRecordException {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new MalformedRecordException(
          what + " is " + excerpt(value) + ", expected a whole number");
    }
  }

  /** The columns of a line that are separated by tabs. */
  static String[] columns(String line) {
    return line.split("\t", -1);
  }

  /** The beginning of a text, quoted, for messages. */
  static String excerpt(String text) {
    int end = Math.min(text.length(), EXCERPT);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return "\"" + text.substring(0, end) + (end < text.length() ? "..." : "") + "\"";
  }

  /** "1 column", "2 columns". */
  static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
