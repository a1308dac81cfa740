package org.isogloss.data.parse;

import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.IdValidator;
import org.isogloss.data.MalformedRecordException;

/** What the parsers of several formats check. */
public final class FieldParsing {
  /** Longer excerpts in messages are cut. */
  private static final int EXCERPT = 60;

  private FieldParsing() {}

  /** The language that a tag of the data names. */
  public static Language parseLanguage(String tag) throws MalformedRecordException {
    try {
      return Language.of(tag);
    } catch (IsoglossException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }

  /**
   * Refuses what holds nothing but white space.
   *
   * @param fieldName the field, as the format calls it
   */
  public static String requireNotBlank(String value, String fieldName)
      throws MalformedRecordException {
    if (value.isBlank()) {
      throw new MalformedRecordException(fieldName + " is empty: fill it in or remove the record");
    }
    return value;
  }

  /**
   * Refuses what cannot be the id of a document or query.
   *
   * @param fieldName the field, as the format calls it
   */
  public static String requireId(String value, String fieldName) throws MalformedRecordException {
    Optional<String> problem = IdValidator.findProblem(value);
    if (problem.isPresent()) {
      throw new MalformedRecordException(fieldName + " " + problem.get());
    }
    return value;
  }

  /** A document, unless its id is not allowed or it holds nothing that could be found. */
  public static Document newDocument(String id, Language language, String title, String text)
      throws MalformedRecordException {
    requireId(id, "the id");
    if (title.isBlank() && text.isBlank()) {
      throw new MalformedRecordException(
          "document "
              + quotedExcerpt(id)
              + " has neither title nor text: fill one in or remove the record");
    }
    return new Document(id, language, title, text);
  }

  /** A whole number. */
  public static int parseInteger(String value, String fieldName) throws MalformedRecordException {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new MalformedRecordException(
          fieldName + " is " + quotedExcerpt(value) + ", expected a whole number");
    }
  }

  /** The columns of a line that are separated by tabs. */
  public static String[] splitColumns(String line) {
    return line.split("\t", -1);
  }

  /** The beginning of a text, quoted, for messages. */
  public static String quotedExcerpt(String text) {
    int end = Math.min(text.length(), EXCERPT);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return "\"" + text.substring(0, end) + (end < text.length() ? "..." : "") + "\"";
  }

  /** "1 column", "2 columns". */
  public static String formatCount(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
