// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BytePairMergesTest {
  private static final List<String> BASE = List.of("a", "b", "c", "##a", "##b", "##c");

  /** Returns a word of the letters a to c as ids of {@link #BASE}. */
  private static int[] ids(String word) {
    int[] ids = word.chars().map(c -> c - 'a' + 3).toArray();
    ids[0] -= 3;
    return ids;
  }

  private static List<String> learn(List<String> words, int[] counts, int merges, int minCount) {
    double[] weights = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      weights[i] = counts[i];
    }
    return BytePairMerges.learn(
        BASE,
        words.stream().map(BytePairMergesTest::ids).toArray(int[][]::new),
        weights,
        counts,
        merges,
        minCount);
  }

  @Test
  void mergesTheMostFrequentPairs() {
    assertThat(learn(List.of("abc", "abb", "cab"), new int[] {5, 4, 7}, 3, 1))
        .containsExactly("ab", "ca", "cab");
  }

  @Test
  void doesNotMergeRarePairs() {
    assertThat(learn(List.of("abc", "ca"), new int[] {5, 2}, 10, 3)).containsExactly("ab", "abc");
  }

  /** Counts all pairs again for every merge. */
  private static List<String> naive(List<String> words, int[] counts, int merges, int minCount) {
    List<String> vocabulary = new ArrayList<>(BASE);
    List<List<Integer>> tokenized = new ArrayList<>();
    words.forEach(
        word -> tokenized.add(new ArrayList<>(Arrays.stream(ids(word)).boxed().toList())));
    Set<String> learned = new LinkedHashSet<>();
    while (learned.size() < merges) {
      Map<List<Integer>, Integer> pairCounts = new HashMap<>();
      for (int w = 0; w < tokenized.size(); w++) {
        for (int i = 0; i + 1 < tokenized.get(w).size(); i++) {
          pairCounts.merge(
              List.copyOf(tokenized.get(w).subList(i, i + 2)), counts[w], Integer::sum);
        }
      }
      int max = pairCounts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
      if (max < minCount) {
        break;
      }
      List<Integer> pair =
          pairCounts.entrySet().stream()
              .filter(entry -> entry.getValue() == max)
              .map(Map.Entry::getKey)
              .min(
                  Comparator.<List<Integer>>comparingInt(List::getFirst)
                      .thenComparing(List::getLast))
              .orElseThrow();
      learned.add(vocabulary.get(pair.getFirst()) + vocabulary.get(pair.getLast()).substring(2));
      for (List<Integer> tokens : tokenized) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
          if (tokens.subList(i, i + 2).equals(pair)) {
            tokens.remove(i + 1);
            tokens.set(i, vocabulary.size());
          }
        }
      }
      vocabulary.add(vocabulary.get(pair.getFirst()) + vocabulary.get(pair.getLast()).substring(2));
    }
    return List.copyOf(learned);
  }

  @Property(tries = 300)
  void agreesWithANaiveImplementation(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 728) Integer> numbers,
      @ForAll @IntRange(min = 0, max = 1000) int shift) {
    List<String> words =
        numbers.stream()
            .map(n -> Integer.toString(n, 3).replace('0', 'a').replace('1', 'b').replace('2', 'c'))
            .toList();
    int[] counts = new int[words.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = 1 + (i * 37 + shift) % 101;
    }
    List<String> expected = naive(words, counts, 12, 2);
    assertThat(learn(words, counts, 12, 2)).isEqualTo(expected);
  }
}
