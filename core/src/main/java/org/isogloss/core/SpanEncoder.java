// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Encodes passages of a text in the context of the text (Günther et al., <em>Late Chunking</em>,
 * 2024, arXiv:2409.04701): the model reads as much of the text at once as it can, and the vector of
 * a passage is the mean of its token vectors. The vectors are comparable with those of {@link
 * Encoder#encode}. Implementations are thread-safe. The vectors of a text do not depend on the
 * other texts of the batch.
 */
@FunctionalInterface
public interface SpanEncoder {
  /**
   * A text and its passages.
   *
   * @param title read before the text, as part of each passage; empty for none
   * @param text text of any length
   * @param passages spans of the text, in ascending order of their starts; they may overlap
   */
  record Passages(String title, String text, List<Span> passages) {
    public Passages {
      requireNonNull(title, "title is null");
      requireNonNull(text, "text is null");
      passages = List.copyOf(passages);
      int start = 0;
      for (Span span : passages) {
        if (span.start() < start || span.end() > text.length()) {
          throw new IllegalArgumentException(
              span + " of a text of " + text.length() + " characters, expected ascending spans");
        }
        start = span.start();
      }
    }
  }

  /**
   * Encodes passages.
   *
   * @return for each text {@code float[passages.size()][dimension]}; the vector of a passage is
   *     that of {@link Encoder#encode} if the text is the passage, and otherwise has unit length or
   *     is all zeros, by the same rules
   */
  List<float[][]> encode(List<Passages> texts, Role role);
}
