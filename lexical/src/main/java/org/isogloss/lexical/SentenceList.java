// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import java.io.Serializable;
import java.util.Arrays;

/** Sentences as consecutive word numbers: four bytes per word and four per sentence. */
public final class SentenceList implements Serializable {
  private static final long serialVersionUID = 1;

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

  private static int grown(int length, long required) {
    if (required > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("more than 2^31 words");
    }
    return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(required, length + (length >> 1)));
  }

  public int size() {
    return size;
  }

  /** Returns the total number of words. */
  public int wordCount() {
    return starts[size];
  }

  public int length(int sentence) {
    return starts[sentence + 1] - starts[sentence];
  }

  /** Returns the index of the first word of a sentence in {@link #words}. */
  public int offset(int sentence) {
    return starts[sentence];
  }

  /** Returns the words of all sentences; the array must not be modified. */
  public int[] words() {
    return words;
  }
}
