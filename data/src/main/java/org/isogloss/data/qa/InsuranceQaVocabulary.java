// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/** The words of InsuranceQA by their numbers: lines {@code idx_17904 TAB rating/result}. */
public final class InsuranceQaVocabulary {
  private static final String PREFIX = "idx_";

  private final Map<String, String> words;

  private InsuranceQaVocabulary(Map<String, String> words) {
    this.words = words;
  }

  /**
   * Reads a vocabulary into memory.
   *
   * @throws FormatException if a line is malformed, or if the file contains no words
   */
  static InsuranceQaVocabulary read(Path file) {
    Map<String, String> words = new HashMap<>();
    try (Records<String> lines =
        LineRecordReader.read(file, OnError.FAIL, line -> addLine(words, line))) {
      lines.forEachRemaining(word -> {});
    }
    if (words.isEmpty()) {
      throw new FormatException(file, 0, "contains no words: expected lines idx_1 TAB word");
    }
    return new InsuranceQaVocabulary(words);
  }

  private static String addLine(Map<String, String> words, String line)
      throws MalformedRecordException {
    String[] columns = parseEntry(line);
    String previous = words.putIfAbsent(columns[0], columns[1]);
    if (previous != null && !previous.equals(columns[1])) {
      throw new MalformedRecordException(
          columns[0]
              + " is "
              + Excerpt.quote(previous)
              + " in an earlier line: remove one of the lines");
    }
    return columns[1];
  }

  /** Parses a line into number and word. */
  public static String[] parseEntry(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 2 || !columns[0].startsWith(PREFIX)) {
      throw new MalformedRecordException(
          "found " + Excerpt.quote(line) + ", expected a line idx_1 TAB word");
    }
    return columns;
  }

  /**
   * Decodes numbers to words separated by spaces.
   *
   * @param fieldName the name of the field in the format
   */
  String decode(String numbers, String fieldName) throws MalformedRecordException {
    StringJoiner text = new StringJoiner(" ");
    for (String number : FieldParsing.requireNotBlank(numbers, fieldName).strip().split(" +", -1)) {
      String word = words.get(number);
      if (word == null) {
        throw new MalformedRecordException(
            fieldName
                + " contains "
                + Excerpt.quote(number)
                + ", which is not in the vocabulary: expected numbers such as idx_17 from the"
                + " vocabulary of the same version");
      }
      text.add(word);
    }
    return text.toString();
  }
}
