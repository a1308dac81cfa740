// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

/**
 * Consecutive sentences of one document and their translation in the other: a pair of sentences,
 * one sentence with two, two with two, or a sentence without a translation.
 *
 * @param sourceStart first source sentence, from 0
 * @param sourceEnd position after the last source sentence; {@code sourceStart} if there is none
 * @param targetStart first target sentence, from 0
 * @param targetEnd position after the last target sentence
 * @param cost the lower, the more similar; not comparable between the methods
 */
public record Bead(int sourceStart, int sourceEnd, int targetStart, int targetEnd, double cost) {
  public Bead {
    if (sourceStart < 0
        || targetStart < 0
        || sourceEnd < sourceStart
        || targetEnd < targetStart
        || sourceEnd + targetEnd == sourceStart + targetStart) {
      throw new IllegalArgumentException(
          "not a bead: ["
              + sourceStart
              + ", "
              + sourceEnd
              + ") with ["
              + targetStart
              + ", "
              + targetEnd
              + ")");
    }
  }

  /** Whether there are sentences on both sides. */
  public boolean isTranslation() {
    return sourceEnd > sourceStart && targetEnd > targetStart;
  }
}
