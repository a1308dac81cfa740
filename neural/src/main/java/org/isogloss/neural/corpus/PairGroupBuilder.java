// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects sentence pairs by kind and languages. */
public final class PairGroupBuilder {
  private static final class Pairs {
    private final String kind;
    private final String name;
    private int[] left = new int[256];
    private int[] right = new int[256];
    private int size;

    Pairs(String kind, String name) {
      this.kind = kind;
      this.name = name;
    }

    void add(int leftSentence, int rightSentence) {
      if (size == left.length) {
        left = Arrays.copyOf(left, size * 2);
        right = Arrays.copyOf(right, size * 2);
      }
      left[size] = leftSentence;
      right[size++] = rightSentence;
    }

    PairGroup build() {
      return new PairGroup(kind, name, Arrays.copyOf(left, size), Arrays.copyOf(right, size));
    }
  }

  private final Map<String, Pairs> pairs = new LinkedHashMap<>();

  /** Adds a pair; see {@link SentencePairSink#addTrainingPair}. */
  public void add(String kind, String name, int left, int right) {
    pairs.computeIfAbsent(kind + '/' + name, key -> new Pairs(kind, name)).add(left, right);
  }

  /** Returns the groups in the order of their first pairs. */
  public List<PairGroup> build() {
    return pairs.values().stream().map(Pairs::build).toList();
  }
}
