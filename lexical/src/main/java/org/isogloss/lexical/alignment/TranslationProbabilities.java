// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.Digamma;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The candidate translations of each source word, each with a probability. Rows are open-addressing
 * hash tables in one array: a slot has eight bytes (number of the target word, single-precision
 * value). The capacity of a row is a third larger than its number of candidates. Expected counts
 * are in separate arrays with one double for each slot.
 */
final class TranslationProbabilities implements Serializable {
  private static final long serialVersionUID = 1;

  static final int ABSENT = -1;

  private static final long EMPTY = -1L << 32;
  private static final long MULTIPLIER = 0x9E3779B9L;
  private static final long LOW = 0xFFFFFFFFL;

  /** Number of rows per task. */
  private static final int TASK_SIZE = 256;

  /** Candidates with a lower probability are removed. */
  private static final double MIN_PROBABILITY = 1e-7;

  /**
   * For counts up to this value, {@code exp(digamma(count))} is less than {@link #MIN_PROBABILITY}.
   */
  private static final double NEGLIGIBLE_COUNT = 0.05;

  private final int[] starts;
  private final long[] slots;

  /**
   * Creates empty rows.
   *
   * @param sizes maximum number of candidates of each row
   * @throws IsoglossException if the rows do not fit in an array
   */
  TranslationProbabilities(int[] sizes) {
    starts = new int[sizes.length + 1];
    long end = 0;
    for (int row = 0; row < sizes.length; row++) {
      end += sizes[row] == 0 ? 0 : sizes[row] + sizes[row] / 3 + 1;
      if (end > Integer.MAX_VALUE - 8) {
        throw new IsoglossException(
            "the bitext has more than 2^31 candidate translations, expected fewer: align fewer"
                + " lines, or reduce the maximum number of candidates per word");
      }
      starts[row + 1] = (int) end;
    }
    slots = new long[(int) end];
    Arrays.fill(slots, EMPTY);
  }

  int rowCount() {
    return starts.length - 1;
  }

  /** Returns the slot of a candidate, or {@link #ABSENT} if the word is not a candidate. */
  int slotOf(int row, int target) {
    int from = starts[row];
    int size = starts[row + 1] - from;
    if (size == 0) {
      return ABSENT;
    }
    for (int position = hash(target, size); ; position = position + 1 == size ? 0 : position + 1) {
      int found = (int) (slots[from + position] >>> 32);
      if (found == target) {
        return from + position;
      }
      if (found < 0) {
        return ABSENT;
      }
    }
  }

  private static int hash(int target, int size) {
    long mixed = (target * MULTIPLIER) & LOW;
    return (int) ((mixed * size) >>> 32);
  }

  /** Adds a candidate to a row that does not contain it. */
  void put(int row, int target, float value) {
    int from = starts[row];
    int size = starts[row + 1] - from;
    int position = hash(target, size);
    while (slots[from + position] != EMPTY) {
      position = position + 1 == size ? 0 : position + 1;
    }
    slots[from + position] = slot(target, value);
  }

  private static long slot(int target, float value) {
    return ((long) target << 32) | (Float.floatToRawIntBits(value) & LOW);
  }

  int target(int slot) {
    return (int) (slots[slot] >>> 32);
  }

  float value(int slot) {
    return Float.intBitsToFloat((int) slots[slot]);
  }

  void value(int slot, float value) {
    slots[slot] = slot(target(slot), value);
  }

  /** Returns the number of slots, including empty ones. */
  int slotCount() {
    return slots.length;
  }

  /**
   * The M-step: updates the probabilities from the expected counts.
   *
   * @param counts the expected count of each slot
   * @param prior 0 for the maximum likelihood estimate, {@code count / sum}; above 0, the parameter
   *     of a symmetric Dirichlet prior, with which values are the exponentials of the expected
   *     logarithms (Riley and Gildea 2012, equation 4): rare candidates become less likely than
   *     their relative frequency
   * @return these rows, or new rows without removed candidates if there are many of these
   */
  TranslationProbabilities maximised(double[] counts, double prior, WorkerPool workers) {
    int tasks = (rowCount() + TASK_SIZE - 1) / TASK_SIZE;
    int[] remaining = new int[rowCount()];
    workers.forEach(
        tasks,
        1,
        () -> "",
        (unused, task) -> {
          for (int row = task * TASK_SIZE;
              row < Math.min(rowCount(), (task + 1) * TASK_SIZE);
              row++) {
            remaining[row] = maximise(row, counts, prior);
          }
        });
    long totalRemaining = Arrays.stream(remaining).asLongStream().sum();
    if (2 * totalRemaining > slots.length) {
      return this;
    }
    TranslationProbabilities compacted = new TranslationProbabilities(remaining);
    workers.forEach(
        tasks,
        1,
        () -> "",
        (unused, task) -> {
          for (int row = task * TASK_SIZE;
              row < Math.min(rowCount(), (task + 1) * TASK_SIZE);
              row++) {
            copyRemaining(row, compacted);
          }
        });
    return compacted;
  }

  private int maximise(int row, double[] counts, double prior) {
    double total = 0;
    int candidates = 0;
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      total += counts[slot];
      candidates += slots[slot] != EMPTY ? 1 : 0;
    }
    double logTotal = prior > 0 ? Digamma.value(total + prior * candidates) : 0;
    int remaining = 0;
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      if (slots[slot] != EMPTY) {
        double count = counts[slot];
        double value =
            prior == 0
                ? count / total
                : count + prior < NEGLIGIBLE_COUNT
                    ? 0
                    : Math.exp(Digamma.value(count + prior) - logTotal);
        if (!(value >= MIN_PROBABILITY)) {
          value = 0;
        }
        remaining += value > 0 ? 1 : 0;
        value(slot, (float) value);
      }
    }
    return remaining;
  }

  private void copyRemaining(int row, TranslationProbabilities to) {
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      if (slots[slot] != EMPTY && value(slot) > 0) {
        to.put(row, target(slot), value(slot));
      }
    }
  }
}
