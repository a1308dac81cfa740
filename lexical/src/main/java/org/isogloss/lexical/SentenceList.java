package org.isogloss.lexical;

import java.util.Arrays;

/** Sentences as numbers of words, one behind the other: four bytes a word, four a sentence. */
public final class SentenceList {
  private int[] words = new int[1 << 12];
  private int[] starts = new int[1 << 8];
  private int size;

  /** Appends a sentence. */
  public void add(int[] sentence) {
    int from = starts[size];
    if (words.length - from < sentence.length) {
      words = Arrays.copyOf(words, grown(words.length, (long) from + sentence.length));
    }
    if (size + 1 == starts.length) {
      starts = Arrays.copyOf(starts, grown(starts.length, starts.length + 1L));
    }
    System.arraycopy(sentence, 0, words, from, sentence.length);
    starts[++size] = from + sentence.length;
  }

  private static int grown(int length, long needed) {
    if (needed > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("more than 2^31 words on one side");
    }
    return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, length + (length >> 1)));
  }

  public int size() {
    return size;
  }

  /** How many words all sentences have together. */
  public int wordCount() {
    return starts[size];
  }

  public int length(int sentence) {
    return starts[sentence + 1] - starts[sentence];
  }

  /** Where a sentence begins in {@link #words}. */
  public int offset(int sentence) {
    return starts[sentence];
  }

  /** The words of all sentences; not to be changed. */
  public int[] words() {
    return words;
  }
}
