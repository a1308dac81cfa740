// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

/**
 * A range of a text.
 *
 * @param start offset of its first character, in UTF-16 units
 * @param end offset after its last character
 */
public record Span(int start, int end) {
  public Span {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("not a span: [" + start + ", " + end + ")");
    }
  }

  /** The characters of {@code text} that this span covers. */
  public String coveredText(CharSequence text) {
    return text.subSequence(start, end).toString();
  }
}
