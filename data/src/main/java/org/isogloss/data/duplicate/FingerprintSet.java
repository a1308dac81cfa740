package org.isogloss.data.duplicate;

/**
 * A set of texts that keeps 8 to 16 bytes of each: of two different texts one is taken for the
 * other with a probability of 2<sup>-64</sup>.
 */
public final class FingerprintSet {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** A power of two; 0 stands for an empty place. */
  private long[] table = new long[1 << 10];

  private int size;

  /**
   * Adds what these texts are one after the other.
   *
   * @return false where it was there before
   */
  public boolean add(String... texts) {
    return add(hash(texts));
  }

  /** A hash of texts one after the other; never 0. */
  static long hash(String... texts) {
    long hash = texts.length;
    for (String text : texts) {
      hash = mixed(hash + text.length());
      for (int i = 0; i < text.length(); i++) {
        hash = mixed(hash ^ text.charAt(i));
      }
    }
    return hash == 0 ? 1 : hash;
  }

  private static long mixed(long hash) {
    long product = hash * MULTIPLIER;
    return product ^ (product >>> 32);
  }

  private boolean add(long hash) {
    if (2 * size >= table.length) {
      long[] old = table;
      table = new long[Math.multiplyExact(old.length, 2)];
      for (long kept : old) {
        if (kept != 0) {
          table[place(kept)] = kept;
        }
      }
    }
    int place = place(hash);
    if (table[place] == hash) {
      return false;
    }
    table[place] = hash;
    size++;
    return true;
  }

  private int place(long hash) {
    int place = (int) (hash >>> 20) & (table.length - 1);
    while (table[place] != 0 && table[place] != hash) {
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }

  /** How many different texts were added. */
  public int size() {
    return size;
  }
}
