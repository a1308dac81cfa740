// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

/**
 * A word, or a part of words, in both scripts.
 *
 * @param latin its letters {@code a} to {@code z} when it is romanized, at least one
 * @param original what it most probably is in the script of its language, not empty
 * @param count how often it was seen, 1 or more
 */
public record RomanizedEntry(String latin, String original, long count) {
  public RomanizedEntry {
    requireNonNull(original, "original is null");
    if (!requireNonNull(latin, "latin is null").matches("[a-z]+")) {
      throw new IllegalArgumentException("latin is \"" + latin + "\", expected letters a to z");
    }
    if (original.isEmpty()) {
      throw new IllegalArgumentException("original is empty");
    }
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + ", expected 1 or more");
    }
  }
}
