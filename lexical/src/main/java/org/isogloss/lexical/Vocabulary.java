package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The different words of one side of a bitext, by numbers from 1 in the order in which they came
 * first. 0 is no word: it stands for what has no counterpart.
 */
final class Vocabulary {
  static final int NULL = 0;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> words = new ArrayList<>(List.of(""));

  /** The number of a word, which is new if need be. */
  int add(String word) {
    Integer known = numbers.putIfAbsent(word, words.size());
    if (known != null) {
      return known;
    }
    words.add(word);
    return words.size() - 1;
  }

  OptionalInt number(String word) {
    Integer known = numbers.get(word);
    return known == null ? OptionalInt.empty() : OptionalInt.of(known);
  }

  String word(int number) {
    return words.get(number);
  }

  /** One more than the highest number. */
  int size() {
    return words.size();
  }
}
