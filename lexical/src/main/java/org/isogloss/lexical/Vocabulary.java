// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The distinct words of one side of a bitext, numbered from 1 in the order of their first
 * occurrence. Number 0 is the null word, the counterpart of words without a translation.
 */
public final class Vocabulary implements Serializable {
  private static final long serialVersionUID = 1;

  public static final int NULL_WORD = 0;

  private final HashMap<String, Integer> numbers = new HashMap<>();
  private final ArrayList<String> words = new ArrayList<>(List.of(""));
  private int[] counts = new int[1 << 8];

  /** Counts a word, adding it if it is new, and returns its number. */
  public int add(String word) {
    return add(word, 1);
  }

  /** Counts a word several times; a count is at most the largest int. */
  public int add(String word, int times) {
    Integer known = numbers.putIfAbsent(word, words.size());
    int number = known == null ? words.size() : known;
    if (known == null) {
      words.add(word);
      if (number == counts.length) {
        counts = Arrays.copyOf(counts, number + (number >> 1));
      }
    }
    counts[number] = (int) Math.min(Integer.MAX_VALUE, (long) counts[number] + times);
    return number;
  }

  /** Returns how often a word was added. */
  public int count(int number) {
    return counts[number];
  }

  public OptionalInt number(String word) {
    Integer known = numbers.get(word);
    return known == null ? OptionalInt.empty() : OptionalInt.of(known);
  }

  public String word(int number) {
    return words.get(number);
  }

  /**
   * Returns the numbers of the words that were added at least a number of times, the most frequent
   * first.
   */
  public int[] frequent(int minCount) {
    return IntStream.range(NULL_WORD + 1, size())
        .filter(number -> counts[number] >= minCount)
        .boxed()
        .sorted(Comparator.comparing(this::count, Comparator.reverseOrder()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns one more than the highest number. */
  public int size() {
    return words.size();
  }
}
