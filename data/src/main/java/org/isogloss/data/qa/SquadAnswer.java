// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

/**
 * A span of a paragraph that answers a question.
 *
 * @param start offset of its first character in the paragraph, in UTF-16 units (the files count
 *     code points)
 * @param text the text of the span
 */
public record SquadAnswer(int start, String text) {
  public SquadAnswer {
    requireNonNull(text, "text is null");
    if (start < 0) {
      throw new IllegalArgumentException("start is " + start + ", expected 0 or more");
    }
  }

  /** Offset after its last character, in UTF-16 units. */
  public int end() {
    return start + text.length();
  }
}
