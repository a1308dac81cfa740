// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static java.util.Objects.requireNonNull;

import org.isogloss.text.Encoding;

/**
 * A sentence and its translation.
 *
 * @param source the source sentence
 * @param target indices of the target tokens in the target vocabulary, without special tokens
 */
record TranslationPair(Encoding source, int[] target) {
  TranslationPair {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }

  /** Returns the number of tokens of the longer side, with special tokens. */
  int length() {
    return Math.max(source.size(), target.length + 1);
  }
}
