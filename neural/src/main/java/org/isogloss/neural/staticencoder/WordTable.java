package org.isogloss.neural.staticencoder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Different words, numbered in the order in which they were met. */
final class WordTable {
  private final List<String> words = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  int number(String word) {
    Integer known = numbers.get(word);
    if (known != null) {
      return known;
    }
    numbers.put(word, words.size());
    words.add(word);
    return words.size() - 1;
  }

  List<String> words() {
    return words;
  }
}
