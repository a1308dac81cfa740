// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns indices to words in the order of their first occurrence. */
final class WordIndex {
  private final List<String> words = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();

  int indexOf(String word) {
    Integer known = indices.get(word);
    if (known != null) {
      return known;
    }
    indices.put(word, words.size());
    words.add(word);
    return words.size() - 1;
  }

  List<String> words() {
    return words;
  }
}
