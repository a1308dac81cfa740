// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;

/** The columns of a file of tagged words, one word on each line. */
sealed interface RowLayout permits ConlluLayout, ColumnLayout {
  /** A range of words such as 3-4, or an empty node such as 5.1; neither has a tag. */
  Pattern RANGE_OR_EMPTY_NODE = Pattern.compile("\\d+-\\d+|\\d+\\.\\d+");

  Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** A word with its tag, as the file writes it. */
  record TaggedWord(String word, String tag) {}

  /**
   * Parses a line.
   *
   * @param words the number of words of the sentence so far
   * @return empty if the line is not that of a word
   */
  Optional<TaggedWord> parse(String line, int words) throws MalformedRecordException;

  /** Returns the tags of a sentence in the form of {@link TaggedSentence}. */
  List<String> normalize(List<String> tags);

  /** Detects the layout from the lines of a sentence, at least one. */
  static RowLayout detect(List<String> lines) {
    return ConlluLayout.matches(lines.getFirst()) ? new ConlluLayout() : ColumnLayout.detect(lines);
  }

  /** Whether the id of a line is that of a word. */
  static boolean isWordId(String id) throws MalformedRecordException {
    if (RANGE_OR_EMPTY_NODE.matcher(id).matches()) {
      return false;
    }
    if (!NUMBER.matcher(id).matches()) {
      throw new MalformedRecordException(
          "the id is "
              + Excerpt.quote(id)
              + ", expected the number of a word, a range such as 3-4 or an empty node such as 5.1");
    }
    return true;
  }
}
