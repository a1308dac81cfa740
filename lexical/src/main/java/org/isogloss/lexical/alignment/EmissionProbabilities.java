package org.isogloss.lexical.alignment;

import org.isogloss.lexical.SentenceList;
import org.isogloss.lexical.Vocabulary;

/**
 * For one pair of sentences, how likely each source word translates into each target word, and
 * where in the rows that stands. Made once for each thread and filled again for each pair.
 */
final class EmissionProbabilities {
  /** For pairs of words that are no candidates, or no longer. */
  private static final float LEAST = 1e-9f;

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
    // A row at a time: what is near in the rows is read together.
    for (int i = 0; i < sourceLength; i++) {
      int row = source.words()[source.offset(sentence) + i];
      for (int j = 0, at = i; j < targetLength; j++, at += sourceLength) {
        int slot = rows.slotOf(row, targetWords[first + j]);
        slots[at] = slot;
        probabilities[at] =
            slot == TranslationProbabilities.ABSENT ? LEAST : Math.max(LEAST, rows.value(slot));
      }
    }
    for (int j = 0; j < targetLength; j++) {
      int slot = rows.slotOf(Vocabulary.NULL_WORD, targetWords[first + j]);
      nullSlots[j] = slot;
      nullProbabilities[j] =
          slot == TranslationProbabilities.ABSENT ? LEAST : Math.max(LEAST, rows.value(slot));
    }
  }

  int sourceLength() {
    return sourceLength;
  }

  int targetLength() {
    return targetLength;
  }

  /** {@code [target, source]} */
  float[] probabilities() {
    return probabilities;
  }

  /** {@code [target, source]} */
  int[] slots() {
    return slots;
  }

  /** {@code [target]}: of a target word that translates nothing. */
  float[] nullProbabilities() {
    return nullProbabilities;
  }

  /** {@code [target]} */
  int[] nullSlots() {
    return nullSlots;
  }
}
