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
 * Tokens learned from words by byte pair encoding (Sennrich et al. 2016, algorithm 1): the most
 * frequent adjacent pair of tokens is merged repeatedly, starting from a base vocabulary's tokens
 * instead of characters. The result are stems, endings and, in scripts without spaces, words.
 */
final class BytePairMerges {
  private static final String CONTINUATION_PREFIX = "##";

  /** Two adjacent tokens: their frequency, and the words that contained them. */
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

  /** A pair at the time when it was queued; it is queued again if its weight changes. */
  private record QueuedPair(double weight, long key) {}

  private final List<String> texts;
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
    this.texts = new ArrayList<>(base);
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
   * @param base texts of the base vocabulary's tokens by id
   * @param words every word as ids of the base; the arrays are modified
   * @param weights training frequency of each word
   * @param counts count of each word in the text
   * @param merges maximum number of tokens
   * @param minCount minimum count of a merged pair in the text
   * @return the learned tokens in order; none is in {@code base}
   */
  static List<String> learn(
      List<String> base, int[][] words, double[] weights, int[] counts, int merges, int minCount) {
    return new BytePairMerges(base, words, weights, counts).learn(merges, minCount);
  }

  private List<String> learn(int merges, int minCount) {
    Set<String> known = new LinkedHashSet<>(texts);
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
          texts.get(pair.left) + texts.get(pair.right).substring(CONTINUATION_PREFIX.length());
      int symbol = texts.size();
      texts.add(text);
      if (known.add(text)) {
        learned.add(text);
      }
      merge(pair, symbol);
    }
    return learned;
  }

  private void merge(Pair merged, int symbol) {
    Set<Long> grown = new LinkedHashSet<>();
    for (int w = 0; w < merged.size; w++) {
      int word = merged.words[w];
      int[] old = words[word];
      int[] now = new int[old.length];
      int size = 0;
      for (int i = 0; i < old.length; i++) {
        boolean here = i + 1 < old.length && old[i] == merged.left && old[i + 1] == merged.right;
        now[size++] = here ? symbol : old[i];
        i += here ? 1 : 0;
      }
      if (size == old.length) {
        continue;
      }
      for (int i = 0; i + 1 < old.length; i++) {
        Pair lost = pairs.get(key(old[i], old[i + 1]));
        if (lost != null) {
          lost.weight -= weights[word];
          lost.count -= counts[word];
        }
      }
      words[word] = Arrays.copyOf(now, size);
      for (int i = 0; i + 1 < size; i++) {
        pair(now[i], now[i + 1]).add(word, weights[word], counts[word]);
        if (now[i] == symbol || now[i + 1] == symbol) {
          grown.add(key(now[i], now[i + 1]));
        }
      }
    }
    grown.forEach(key -> queue.add(new QueuedPair(pairs.get(key).weight, key)));
  }

  private Pair pair(int left, int right) {
    return pairs.computeIfAbsent(key(left, right), key -> new Pair(left, right));
  }

  private static long key(int left, int right) {
    return (long) left << 32 | right;
  }
}
