// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;

/** CoNLL-U: ten columns, of which ID, FORM and UPOS are read. */
record ConlluLayout() implements RowLayout {
  private static final int COLUMNS = 10;

  static boolean matches(String line) {
    String[] columns = FieldParsing.splitColumns(line);
    return columns.length == COLUMNS
        && (NUMBER.matcher(columns[0]).matches()
            || RANGE_OR_EMPTY_NODE.matcher(columns[0]).matches());
  }

  @Override
  public Optional<TaggedWord> parse(String line, int words) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != COLUMNS) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected the ten columns of CoNLL-U, separated by tabs");
    }
    if (!RowLayout.isWordId(columns[0])) {
      return Optional.empty();
    }
    if (Integer.parseInt(columns[0]) != words + 1) {
      throw new MalformedRecordException(
          "the id is "
              + columns[0]
              + ", expected "
              + (words + 1)
              + ": ids count the words of a sentence, and a blank line ends it");
    }
    if (!UniversalTags.contains(columns[3])) {
      throw new MalformedRecordException(
          "the tag in column 4 is "
              + Excerpt.quote(columns[3])
              + ", expected one of the 17 of UPOS, such as NOUN");
    }
    return Optional.of(
        new TaggedWord(FieldParsing.requireNotBlank(columns[1], "the word"), columns[3]));
  }

  @Override
  public List<String> normalize(List<String> tags) {
    return tags;
  }
}
