// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers words, so that equal words of one sentence and of its references get equal numbers. */
final class WordNumbers {
  private final Map<String, Integer> numbers = new HashMap<>();

  void clear() {
    numbers.clear();
  }

  int[] of(List<String> words) {
    int[] all = new int[words.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = numbers.computeIfAbsent(words.get(i), word -> numbers.size());
    }
    return all;
  }
}
