// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;
import org.isogloss.data.MalformedRecordException;

/** Checks that the parsers of several formats share. */
public final class FieldParsing {
  private static final Pattern GRADE = Pattern.compile("([-+]?\\d+)(?:\\.0*)?");

  private FieldParsing() {}

  /** Parses a language tag. */
  public static Language parseLanguage(String tag) throws MalformedRecordException {
    try {
      return Language.of(tag);
    } catch (IsoglossException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }

  /**
   * Rejects a blank value.
   *
   * @param fieldName the name of the field in the format
   */
  public static String requireNotBlank(String value, String fieldName)
      throws MalformedRecordException {
    if (value.isBlank()) {
      throw new MalformedRecordException(fieldName + " is empty: fill it in or remove the record");
    }
    return value;
  }

  /**
   * Rejects a value that is not a valid id of a document or query.
   *
   * @param fieldName the name of the field in the format
   */
  public static String requireId(String value, String fieldName) throws MalformedRecordException {
    Optional<String> problem = IdValidator.findProblem(value);
    if (problem.isPresent()) {
      throw new MalformedRecordException(fieldName + " " + problem.get());
    }
    return value;
  }

  /** Creates a document; rejects an invalid id, and a document with neither title nor text. */
  public static Document newDocument(String id, Language language, String title, String text)
      throws MalformedRecordException {
    requireId(id, "the id");
    if (Encoder.isBlank(title) && Encoder.isBlank(text)) {
      throw new MalformedRecordException(
          "document "
              + Excerpt.quote(id)
              + " has neither title nor text: fill one in or remove the record");
    }
    return new Document(id, language, title, text);
  }

  /** Parses an integer. */
  public static int parseInteger(String value, String fieldName) throws MalformedRecordException {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new MalformedRecordException(
          fieldName + " is " + Excerpt.quote(value) + ", expected a whole number");
    }
  }

  /** Parses the grade of a judgement: a whole number, which may be written as {@code 1.0}. */
  public static int parseGrade(String value) throws MalformedRecordException {
    Matcher number = GRADE.matcher(value);
    try {
      if (number.matches()) {
        return Integer.parseInt(number.group(1));
      }
    } catch (NumberFormatException e) {
      throw malformedGrade(value);
    }
    throw malformedGrade(value);
  }

  private static MalformedRecordException malformedGrade(String value) {
    return new MalformedRecordException(
        "grade is " + Excerpt.quote(value) + ", expected a whole number such as 0, 1 or 2");
  }

  /** Splits a line into its tab-separated columns. */
  public static String[] splitColumns(String line) {
    return line.split("\t", -1);
  }

  /** Formats a count with its noun: "1 column", "2 columns". */
  public static String formatCount(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
