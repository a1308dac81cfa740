package org.isogloss.data;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

/** What the word numbers of InsuranceQA stand for: lines {@code idx_17904 TAB rating/result}. */
final class InsuranceVocabulary {
  private static final String PREFIX = "idx_";

  private final Map<String, String> words;

  private InsuranceVocabulary(Map<String, String> words) {
    this.words = words;
  }

  /**
   * Reads a vocabulary into memory.
   *
   * @throws FormatException if a line is malformed, or there is none
   */
  static InsuranceVocabulary read(Path file) {
    Map<String, String> words = new HashMap<>();
    try (Records<String> lines = LineRecords.read(file, OnError.FAIL, line -> add(words, line))) {
      lines.forEachRemaining(word -> {});
    }
    if (words.isEmpty()) {
      throw new FormatException(file, 0, "holds no words: expected lines idx_1 TAB word");
    }
    return new InsuranceVocabulary(words);
  }

  private static String add(Map<String, String> words, String line)
      throws MalformedRecordException {
    String[] columns = entry(line);
    String before = words.putIfAbsent(columns[0], columns[1]);
    if (before != null && !before.equals(columns[1])) {
      throw new MalformedRecordException(
          columns[0] + " was " + Parsing.excerpt(before) + " above: remove one of the lines");
    }
    return columns[1];
  }

  /** The number and the word of a line. */
  static String[] entry(String line) throws MalformedRecordException {
    String[] columns = Parsing.columns(line);
    if (columns.length != 2 || !columns[0].startsWith(PREFIX)) {
      throw new MalformedRecordException(
          "found " + Parsing.excerpt(line) + ", expected a line idx_1 TAB word");
    }
    return columns;
  }

  /**
   * The text that numbers stand for, words with a space between.
   *
   * @param what the field, as the format calls it
   */
  String text(String numbers, String what) throws MalformedRecordException {
    StringJoiner text = new StringJoiner(" ");
    for (String number : Parsing.notBlank(numbers, what).strip().split(" +", -1)) {
      String word = words.get(number);
      if (word == null) {
        throw new MalformedRecordException(
            what
                + " holds "
                + Parsing.excerpt(number)
                + ", which is not in the vocabulary: expected numbers such as idx_17 from the"
                + " vocabulary of the same version");
      }
      text.add(word);
    }
    return text.toString();
  }
}
