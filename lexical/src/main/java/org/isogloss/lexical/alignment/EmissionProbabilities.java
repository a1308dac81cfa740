// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.lexical.SentenceList;
import org.isogloss.lexical.Vocabulary;

/**
 * For one sentence pair, the probability that each source word is translated by each target word,
 * and its slot in the rows. Created once per thread and filled again for each pair.
 */
final class EmissionProbabilities {
  /** The probability of word pairs that are not candidates. */
  private static final float MIN_PROBABILITY = 1e-9f;

  private int sourceLength;
  private int targetLength;
  private int[] slots = new int[0];
  private int[] nullSlots = new int[0];
  private float[] probabilities = new float[0];
  private float[] nullProbabilities = new float[0];

  void fill(TranslationProbabilities rows, SentenceList source, SentenceList target, int sentence) {
    sourceLength = source.length(sentence);
    targetLength = target.length(sentence);
    if (slots.length < sourceLength * targetLength) {
      slots = new int[sourceLength * targetLength];
      probabilities = new float[slots.length];
    }
    if (nullSlots.length < targetLength) {
      nullSlots = new int[targetLength];
      nullProbabilities = new float[targetLength];
    }
    int[] targetWords = target.words();
    int first = target.offset(sentence);
    // One row at a time, for locality of memory access.
    for (int i = 0; i < sourceLength; i++) {
      int row = source.words()[source.offset(sentence) + i];
      for (int j = 0, index = i; j < targetLength; j++, index += sourceLength) {
        int slot = rows.slotOf(row, targetWords[first + j]);
        slots[index] = slot;
        probabilities[index] =
            slot == TranslationProbabilities.ABSENT
                ? MIN_PROBABILITY
                : Math.max(MIN_PROBABILITY, rows.value(slot));
      }
    }
    for (int j = 0; j < targetLength; j++) {
      int slot = rows.slotOf(Vocabulary.NULL_WORD, targetWords[first + j]);
      nullSlots[j] = slot;
      nullProbabilities[j] =
          slot == TranslationProbabilities.ABSENT
              ? MIN_PROBABILITY
              : Math.max(MIN_PROBABILITY, rows.value(slot));
    }
  }

  int sourceLength() {
    return sourceLength;
  }

  int targetLength() {
    return targetLength;
  }

  /** Returns the probabilities, {@code [target, source]}. */
  float[] probabilities() {
    return probabilities;
  }

  /** Returns the slots in the rows, {@code [target, source]}. */
  int[] slots() {
    return slots;
  }

  /** Returns the probabilities that target words have no counterpart, {@code [target]}. */
  float[] nullProbabilities() {
    return nullProbabilities;
  }

  /** Returns the slots of the null word, {@code [target]}. */
  int[] nullSlots() {
    return nullSlots;
  }
}
