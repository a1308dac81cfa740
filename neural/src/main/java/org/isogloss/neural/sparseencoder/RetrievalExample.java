// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.text.Encoding;

/**
 * A query with a passage that answers it, and passages that do not, all as tokens.
 *
 * @param negatives the hard negatives; there may be none
 * @param relevant keys of all passages that are judged as good as the positive one, or better
 * @param teacherPairs the query with the positive passage, then with each negative, as the teacher
 *     reads them; empty without a teacher
 */
record RetrievalExample(
    Text query,
    Text positive,
    List<Text> negatives,
    Set<Integer> relevant,
    List<Encoding> teacherPairs) {
  /**
   * A text.
   *
   * @param key equal for equal queries, or for equal passages
   * @param language {@link Language#UNDETERMINED} if it is not stated, or makes no difference
   */
  record Text(Encoding tokens, int key, Language language) {}

  RetrievalExample {
    negatives = List.copyOf(negatives);
    relevant = Set.copyOf(relevant);
    teacherPairs = List.copyOf(teacherPairs);
  }

  /** Returns the length of the longest text in tokens. */
  int maxLength() {
    return Stream.concat(Stream.of(query, positive), negatives.stream())
        .mapToInt(text -> text.tokens().size())
        .max()
        .orElseThrow();
  }
}
