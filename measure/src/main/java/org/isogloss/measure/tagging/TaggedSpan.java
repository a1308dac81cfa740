// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.tagging;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.data.tagging.Iob2;

/**
 * A span of words with a type, such as a named entity.
 *
 * @param start index of the first word
 * @param end index after the last word
 */
public record TaggedSpan(int start, int end, String type) {
  public TaggedSpan {
    requireNonNull(type, "type is null");
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException(
          "the span is " + start + " to " + end + ", expected 0 or more, and more than its start");
    }
  }

  /**
   * The spans of a sentence by conlleval's rule; see {@link Iob2#normalize}.
   *
   * @param tags the tag of each word: O, B-TYPE or I-TYPE
   */
  public static List<TaggedSpan> of(List<String> tags) {
    List<String> normalized = Iob2.normalize(tags);
    List<TaggedSpan> spans = new ArrayList<>();
    for (int start = 0; start < normalized.size(); start++) {
      if (normalized.get(start).startsWith("B-")) {
        int end = start + 1;
        while (end < normalized.size() && normalized.get(end).startsWith("I-")) {
          end++;
        }
        spans.add(new TaggedSpan(start, end, normalized.get(start).substring(2)));
      }
    }
    return spans;
  }
}
