// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.vocabulary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Learns tokens by byte pair encoding (Sennrich et al. 2016, algorithm 1): it repeatedly merges the
 * most frequent pair of adjacent tokens, starting with the tokens of a base vocabulary instead of
 * characters. The results are stems, endings and, in scripts without spaces, words.
 */
final class BytePairMerges {
  private static final String CONTINUATION_PREFIX = "##";

  /** Two adjacent tokens, how often they occur, and the words in which they occurred. */
  private static final class Pair {
    private final int left;
    private final int right;
    private double weight;
    private long count;
    private int[] words = new int[2];
    private int size;

    Pair(int left, int right) {
      this.left = left;
      this.right = right;
    }

    void add(int word, double wordWeight, int wordCount) {
      weight += wordWeight;
      count += wordCount;
      if (size > 0 && words[size - 1] == word) {
        return;
      }
      if (size == words.length) {
        words = Arrays.copyOf(words, size * 2);
      }
      words[size++] = word;
    }
  }

  /** A pair with its weight when it was queued; if the weight has changed, it is queued again. */
  private record QueuedPair(double weight, long key) {}

  private final List<String> tokens;
  private final int[][] words;
  private final double[] weights;
  private final int[] counts;
  private final Map<Long, Pair> pairs = new HashMap<>();
  private final PriorityQueue<QueuedPair> queue =
      new PriorityQueue<>(
          Comparator.comparingDouble(QueuedPair::weight)
              .reversed()
              .thenComparingLong(QueuedPair::key));

  private BytePairMerges(List<String> base, int[][] words, double[] weights, int[] counts) {
    this.tokens = new ArrayList<>(base);
    this.words = words;
    this.weights = weights;
    this.counts = counts;
    for (int word = 0; word < words.length; word++) {
      for (int i = 0; i + 1 < words[word].length; i++) {
        pair(words[word][i], words[word][i + 1]).add(word, weights[word], counts[word]);
      }
    }
    pairs.forEach((key, pair) -> queue.add(new QueuedPair(pair.weight, key)));
  }

  /**
   * Learns tokens.
   *
   * @param base tokens of the base vocabulary, by id
   * @param words every word as token ids of the base vocabulary; the arrays are modified
   * @param weights frequency of each word in training
   * @param counts number of occurrences of each word in the text
   * @param merges maximum number of learned tokens
   * @param minCount minimum number of occurrences in the text of a pair to merge
   * @return the learned tokens in the order in which they were learned; none is in {@code base}
   */
  static List<String> learn(
      List<String> base, int[][] words, double[] weights, int[] counts, int merges, int minCount) {
    return new BytePairMerges(base, words, weights, counts).learn(merges, minCount);
  }

  private List<String> learn(int merges, int minCount) {
    Set<String> known = new LinkedHashSet<>(tokens);
    List<String> learned = new ArrayList<>();
    while (learned.size() < merges && !queue.isEmpty()) {
      QueuedPair top = queue.poll();
      Pair pair = pairs.get(top.key());
      if (pair == null || pair.count < minCount) {
        continue;
      }
      if (pair.weight < top.weight()) {
        queue.add(new QueuedPair(pair.weight, top.key()));
        continue;
      }
      pairs.remove(top.key());
      String text =
          tokens.get(pair.left) + tokens.get(pair.right).substring(CONTINUATION_PREFIX.length());
      int token = tokens.size();
      tokens.add(text);
      if (known.add(text)) {
        learned.add(text);
      }
      merge(pair, token);
    }
    return learned;
  }

  private void merge(Pair merged, int token) {
    Set<Long> createdPairs = new LinkedHashSet<>();
    for (int w = 0; w < merged.size; w++) {
      int word = merged.words[w];
      int[] old = words[word];
      int[] updated = new int[old.length];
      int size = 0;
      for (int i = 0; i < old.length; i++) {
        boolean matches = i + 1 < old.length && old[i] == merged.left && old[i + 1] == merged.right;
        updated[size++] = matches ? token : old[i];
        i += matches ? 1 : 0;
      }
      if (size == old.length) {
        continue;
      }
      for (int i = 0; i + 1 < old.length; i++) {
        Pair replaced = pairs.get(key(old[i], old[i + 1]));
        if (replaced != null) {
          replaced.weight -= weights[word];
          replaced.count -= counts[word];
        }
      }
      words[word] = Arrays.copyOf(updated, size);
      for (int i = 0; i + 1 < size; i++) {
        pair(updated[i], updated[i + 1]).add(word, weights[word], counts[word]);
        if (updated[i] == token || updated[i + 1] == token) {
          createdPairs.add(key(updated[i], updated[i + 1]));
        }
      }
    }
    createdPairs.forEach(key -> queue.add(new QueuedPair(pairs.get(key).weight, key)));
  }

  private Pair pair(int left, int right) {
    return pairs.computeIfAbsent(key(left, right), key -> new Pair(left, right));
  }

  private static long key(int left, int right) {
    return (long) left << 32 | right;
  }
}
