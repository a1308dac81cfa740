// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.Optional;
import org.isogloss.core.Span;
import org.isogloss.text.Encoding;

/**
 * Successive tokens of a text.
 *
 * @param start index of the first token
 * @param end index after the last token
 */
record TokenRange(int start, int end) {
  TokenRange {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException("no tokens: [" + start + ", " + end + ")");
    }
  }

  /**
   * Returns the tokens that share characters with a part of a text; empty if the text was truncated
   * within or before the part.
   *
   * @param prefixLength number of characters before the text, which the encoding has too
   */
  static Optional<TokenRange> covering(Span part, Encoding encoding, int prefixLength) {
    int first = -1;
    int last = -1;
    for (int token = 0; token < encoding.size(); token++) {
      if (encoding.sequenceIds()[token] == Encoding.FIRST
          && encoding.ends()[token] > prefixLength + part.start()
          && encoding.starts()[token] < prefixLength + part.end()) {
        first = first < 0 ? token : first;
        last = token;
      }
    }
    return first < 0 || encoding.ends()[last] < prefixLength + part.end()
        ? Optional.empty()
        : Optional.of(new TokenRange(first, last + 1));
  }
}
