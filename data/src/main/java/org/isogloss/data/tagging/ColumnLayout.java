// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.WhitespaceColumns;

/**
 * Columns separated by tabs, or by blanks if a line has no tab: the word first and the tag last,
 * or, with ids, the id, the word and the tag.
 *
 * @param ids whether the first column is the number of the word in its sentence
 * @param universal whether the tags are UPOS; otherwise they are those of spans
 * @param prefix what precedes each word, such as {@code en:} in WikiANN; empty if nothing does
 */
record ColumnLayout(boolean ids, boolean universal, String prefix) implements RowLayout {
  private static final Pattern LANGUAGE_PREFIX = Pattern.compile("(?<language>[a-z-]{2,12}):.+");

  /** Detects the columns from the lines of a sentence. */
  static ColumnLayout detect(List<String> lines) {
    boolean ids = haveIds(lines);
    ColumnLayout plain = new ColumnLayout(ids, false, "");
    boolean universal =
        lines.stream().allMatch(line -> UniversalTags.contains(plain.tag(columns(line))));
    return new ColumnLayout(ids, universal, prefix(lines, plain));
  }

  private static boolean haveIds(List<String> lines) {
    int count = 0;
    int first = 0;
    for (String line : lines) {
      String[] columns = columns(line);
      if (columns.length >= 3 && RANGE_OR_EMPTY_NODE.matcher(columns[0]).matches()) {
        continue;
      }
      if (columns.length < 3 || !NUMBER.matcher(columns[0]).matches()) {
        return false;
      }
      int id = Integer.parseInt(columns[0]);
      first = count == 0 ? id : first;
      if (first > 1 || id != first + count) {
        return false;
      }
      count++;
    }
    return count > 0;
  }

  private static String prefix(List<String> lines, ColumnLayout plain) {
    Matcher first = LANGUAGE_PREFIX.matcher(plain.word(columns(lines.getFirst())));
    if (!first.matches() || Language.find(first.group("language")).isEmpty()) {
      return "";
    }
    String prefix = first.group("language") + ":";
    Predicate<String> hasPrefix = line -> plain.word(columns(line)).startsWith(prefix);
    return lines.stream().allMatch(hasPrefix) ? prefix : "";
  }

  @Override
  public Optional<TaggedWord> parse(String line, int words) throws MalformedRecordException {
    String[] columns = columns(line);
    int expected = ids ? 3 : 2;
    if (columns.length < expected) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected "
              + (ids ? "an id, " : "")
              + "a word and a tag, separated by tabs or blanks");
    }
    if (ids && !RowLayout.isWordId(columns[0])) {
      return Optional.empty();
    }
    String tag = tag(columns);
    if (universal ? !UniversalTags.contains(tag) : !Iob2.isTag(tag)) {
      throw new MalformedRecordException(
          "the tag is "
              + Excerpt.quote(tag)
              + ", expected "
              + (universal ? "one of the 17 of UPOS, such as NOUN" : "O, B-TYPE or I-TYPE"));
    }
    return Optional.of(new TaggedWord(withoutPrefix(word(columns)), tag));
  }

  private String withoutPrefix(String word) throws MalformedRecordException {
    if (!word.startsWith(prefix)) {
      throw new MalformedRecordException(
          "the word is " + Excerpt.quote(word) + ", expected it to begin with " + prefix);
    }
    return FieldParsing.requireNotBlank(word.substring(prefix.length()), "the word");
  }

  private String word(String[] columns) {
    return columns[ids ? 1 : 0];
  }

  private String tag(String[] columns) {
    return columns[ids ? 2 : columns.length - 1].strip();
  }

  @Override
  public List<String> normalize(List<String> tags) {
    return universal ? tags : Iob2.normalize(tags);
  }

  /** Whether the last column of a line is a tag. */
  static boolean endsInTag(String line) {
    String[] columns = columns(line);
    String last = columns[columns.length - 1].strip();
    return columns.length > 1 && (Iob2.isTag(last) || UniversalTags.contains(last));
  }

  /** Whether the first column is a number, and the third is a tag. */
  static boolean hasIdAndTag(String line) {
    String[] columns = columns(line);
    return columns.length >= 3
        && NUMBER.matcher(columns[0]).matches()
        && Iob2.isTag(columns[2].strip());
  }

  static String[] columns(String line) {
    if (line.indexOf('\t') >= 0) {
      return FieldParsing.splitColumns(line);
    }
    WhitespaceColumns columns = new WhitespaceColumns();
    String[] values = new String[columns.split(line)];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i);
    }
    return values;
  }
}
