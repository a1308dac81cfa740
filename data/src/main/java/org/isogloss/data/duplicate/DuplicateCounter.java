package org.isogloss.data.duplicate;

/**
 * Counts the texts that were there before, in memory that does not grow beyond a bound: about a
 * sixteenth of the heap. Up to there the count is exact (of two different texts one is taken for
 * the other with a probability of 2<sup>-64</sup>). Beyond, only texts whose hash begins with a
 * zero bit are kept, then with two, and so on, and the count is an estimate from this sample.
 */
public final class DuplicateCounter {
  private static final int MAX_TABLE_SIZE = 1 << 24;
  private static final int BYTES = Long.BYTES + Integer.BYTES;

  private final int maxTableSize;
  private long[] hashes = new long[1 << 10];
  private int[] repeats = new int[hashes.length];
  private int size;
  private int zeroBits;

  public DuplicateCounter() {
    this(
        (int)
            Math.clamp(
                Long.highestOneBit(Runtime.getRuntime().maxMemory() / 16 / BYTES),
                1 << 10,
                (long) MAX_TABLE_SIZE));
  }

  /**
   * Counts with a bound.
   *
   * @param maxTableSize the largest size of the table, a power of two; half of it is filled
   */
  DuplicateCounter(int maxTableSize) {
    this.maxTableSize = maxTableSize;
  }

  /** Adds a text made of several. */
  public void add(String... texts) {
    long hash = FingerprintSet.hash(texts);
    if (Long.numberOfLeadingZeros(hash) < zeroBits) {
      return;
    }
    int place = place(hash);
    if (hashes[place] == hash) {
      repeats[place]++;
      return;
    }
    hashes[place] = hash;
    size++;
    if (2 * size > hashes.length) {
      boolean full = hashes.length >= maxTableSize;
      zeroBits += full ? 1 : 0;
      rebuild(full ? hashes.length : 2 * hashes.length);
    }
  }

  private void rebuild(int length) {
    long[] oldHashes = hashes;
    int[] oldRepeats = repeats;
    hashes = new long[length];
    repeats = new int[length];
    size = 0;
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0 && Long.numberOfLeadingZeros(oldHashes[i]) >= zeroBits) {
        int place = place(oldHashes[i]);
        hashes[place] = oldHashes[i];
        repeats[place] = oldRepeats[i];
        size++;
      }
    }
  }

  private int place(long hash) {
    int place = (int) (hash >>> 16) & (hashes.length - 1);
    while (hashes[place] != 0 && hashes[place] != hash) {
      place = (place + 1) & (hashes.length - 1);
    }
    return place;
  }

  /** How many of the texts were there before. */
  public long duplicateCount() {
    long sum = 0;
    for (int count : repeats) {
      sum += count;
    }
    return sum << zeroBits;
  }

  /** Whether {@link #duplicateCount} is an estimate. */
  public boolean isEstimate() {
    return zeroBits > 0;
  }
}
