package org.isogloss.lexical.alignment;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * For each source word the target words that it may translate into, each with a value: rows of open
 * hash tables in one array, a slot of eight bytes (number of the target word, single-precision
 * value) and one of a double for the expected count. A row is a third larger than what it holds.
 */
final class TranslationProbabilities {
  static final int ABSENT = -1;

  private static final long EMPTY = -1L << 32;
  private static final long SCATTER = 0x9E3779B9L;
  private static final long LOW = 0xFFFFFFFFL;

  /** Rows that make a task. */
  private static final int TASK = 256;

  /** Less likely candidates die. */
  private static final double LEAST = 1e-7;

  /** Counts up to this make {@code exp(digamma(count))} less than {@link #LEAST}. */
  private static final double HOPELESS = 0.05;

  private final int[] starts;
  private final long[] slots;
  private final double[] counts;

  /**
   * Empty rows.
   *
   * @param sizes how many candidates each row will hold at most
   * @throws IsoglossException if they are more than an array can hold
   */
  TranslationProbabilities(int[] sizes) {
    starts = new int[sizes.length + 1];
    long end = 0;
    for (int row = 0; row < sizes.length; row++) {
      end += sizes[row] == 0 ? 0 : sizes[row] + sizes[row] / 3 + 1;
      if (end > Integer.MAX_VALUE - 8) {
        throw new IsoglossException(
            "the bitext has more than 2^31 candidate translations, expected fewer: align fewer"
                + " lines, or try fewer candidates for each word (--max-candidates)");
      }
      starts[row + 1] = (int) end;
    }
    slots = new long[(int) end];
    counts = new double[(int) end];
    Arrays.fill(slots, EMPTY);
  }

  int rowCount() {
    return starts.length - 1;
  }

  /** The slot of a candidate; {@link #ABSENT} where it is none. */
  int slotOf(int row, int target) {
    int from = starts[row];
    int size = starts[row + 1] - from;
    if (size == 0) {
      return ABSENT;
    }
    for (int at = place(target, size); ; at = at + 1 == size ? 0 : at + 1) {
      int found = (int) (slots[from + at] >>> 32);
      if (found == target) {
        return from + at;
      }
      if (found < 0) {
        return ABSENT;
      }
    }
  }

  private static int place(int target, int size) {
    long scattered = (target * SCATTER) & LOW;
    return (int) ((scattered * size) >>> 32);
  }

  /** Puts a candidate into a row that does not hold it yet. */
  void put(int row, int target, float value) {
    int from = starts[row];
    int size = starts[row + 1] - from;
    int at = place(target, size);
    while (slots[from + at] != EMPTY) {
      at = at + 1 == size ? 0 : at + 1;
    }
    slots[from + at] = slot(target, value);
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

  void addCount(int slot, double value) {
    counts[slot] += value;
  }

  /**
   * Takes the expected counts for what is likely from now on, and sets them to 0.
   *
   * @param prior 0 for the most likely values, {@code count / sum}; above 0 the parameter of a
   *     symmetric Dirichlet distribution, under which values are the exponentials of their
   *     logarithms' expectation (Riley and Gildea 2012, equation 4): what was seen but rarely
   *     becomes less likely than its share
   * @return these rows, or new ones without candidates that died where they were many
   */
  TranslationProbabilities maximised(double prior, AlignmentThreadPool workers) {
    int tasks = (rowCount() + TASK - 1) / TASK;
    int[] alive = new int[rowCount()];
    workers.forEach(
        tasks,
        () -> "",
        (none, task) -> {
          for (int row = task * TASK; row < Math.min(rowCount(), (task + 1) * TASK); row++) {
            alive[row] = maximise(row, prior);
          }
        });
    long all = Arrays.stream(alive).asLongStream().sum();
    if (2 * all > slots.length) {
      return this;
    }
    TranslationProbabilities compact = new TranslationProbabilities(alive);
    workers.forEach(
        tasks,
        () -> "",
        (none, task) -> {
          for (int row = task * TASK; row < Math.min(rowCount(), (task + 1) * TASK); row++) {
            copyAlive(row, compact);
          }
        });
    return compact;
  }

  private int maximise(int row, double prior) {
    double total = 0;
    int candidates = 0;
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      total += counts[slot];
      candidates += slots[slot] != EMPTY ? 1 : 0;
    }
    double logTotal = prior > 0 ? Digamma.of(total + prior * candidates) : 0;
    int alive = 0;
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      if (slots[slot] != EMPTY) {
        double count = counts[slot];
        double value =
            prior == 0
                ? count / total
                : count + prior < HOPELESS ? 0 : Math.exp(Digamma.of(count + prior) - logTotal);
        if (!(value >= LEAST)) {
          value = 0;
        }
        alive += value > 0 ? 1 : 0;
        value(slot, (float) value);
        counts[slot] = 0;
      }
    }
    return alive;
  }

  private void copyAlive(int row, TranslationProbabilities to) {
    for (int slot = starts[row]; slot < starts[row + 1]; slot++) {
      if (slots[slot] != EMPTY && value(slot) > 0) {
        to.put(row, target(slot), value(slot));
      }
    }
  }
}
