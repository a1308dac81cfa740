// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.Query;

/**
 * Queries without meaning of one to four words. Those for tuning are random Latin letters; those
 * for reporting are keys of a row of a keyboard, syllables, words of queries with their letters in
 * another order, and random letters of other scripts: so the reported figures are of other nonsense
 * than that of which probabilities were estimated. They depend only on the queries of the
 * collection.
 */
final class NonsenseQueries {
  private static final long SEED = 7;
  private static final int MAX_WORDS = 4;
  private static final int MIN_LETTERS = 3;
  private static final int MAX_LETTERS = 9;

  /** Shorter words may be others with their letters in another order. */
  private static final int MIN_SHUFFLED = 5;

  private static final String VOWELS = "aeiou";
  private static final String CONSONANTS = "bdfghjklmnpqrstvxz";
  private static final List<String> ROWS = List.of("qwertyuiop", "asdfghjkl", "zxcvbnm");

  /** Letters of Latin, Greek, Cyrillic, Arabic, Devanagari, Thai, Chinese and Korean. */
  private static final int[][] SCRIPTS = {
    {'a', 'z'},
    {0x3b1, 0x3c9},
    {0x430, 0x44f},
    {0x627, 0x64a},
    {0x905, 0x939},
    {0xe01, 0xe2e},
    {0x4e00, 0x9fa5},
    {0xac00, 0xd7a3}
  };

  /** A letter from here on is a syllable or a word. */
  private static final int FIRST_IDEOGRAPH = 0x4e00;

  private final Random random = new Random(SEED);
  private final List<String> words;

  private NonsenseQueries(List<Query> queries) {
    words =
        queries.stream()
            .flatMap(query -> Arrays.stream(query.text().split("\\P{L}+")))
            .filter(word -> word.codePointCount(0, word.length()) >= MIN_SHUFFLED)
            .distinct()
            .toList();
  }

  /**
   * Returns queries without meaning.
   *
   * @param queries the queries of the collection
   */
  static List<Query> of(SuiteCollection.Role role, List<Query> queries, int count) {
    NonsenseQueries nonsense = new NonsenseQueries(queries);
    List<Supplier<String>> kinds =
        switch (role) {
          case TUNING -> List.of(nonsense::latin);
          case REPORTING ->
              List.of(
                  nonsense::keys,
                  nonsense::syllables,
                  nonsense::shuffledWord,
                  nonsense::otherScript);
        };
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Query(
                    "nonsense-" + i,
                    Language.UNDETERMINED,
                    nonsense.text(kinds.get(i % kinds.size()))))
        .toList();
  }

  private String text(Supplier<String> word) {
    return Stream.generate(word)
        .limit(1 + random.nextInt(MAX_WORDS))
        .collect(Collectors.joining(" "));
  }

  private String latin() {
    return letters(SCRIPTS[0]);
  }

  private String otherScript() {
    return letters(SCRIPTS[1 + random.nextInt(SCRIPTS.length - 1)]);
  }

  private String letters(int[] script) {
    int length = letterCount();
    return random
        .ints(script[0] < FIRST_IDEOGRAPH ? length : 1 + length / 3, script[0], script[1] + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private String syllables() {
    StringBuilder word = new StringBuilder();
    for (int syllable = 1 + letterCount() / 3; syllable > 0; syllable--) {
      word.append(letterOf(CONSONANTS)).append(letterOf(VOWELS));
      if (random.nextInt(3) == 0) {
        word.append(letterOf(CONSONANTS));
      }
    }
    return word.toString();
  }

  private String keys() {
    String row = ROWS.get(random.nextInt(ROWS.size()));
    return Stream.generate(() -> String.valueOf(letterOf(row)))
        .limit(letterCount())
        .collect(Collectors.joining());
  }

  private String shuffledWord() {
    if (words.isEmpty()) {
      return keys();
    }
    List<String> letters =
        words
            .get(random.nextInt(words.size()))
            .codePoints()
            .mapToObj(Character::toString)
            .collect(Collectors.toList());
    Collections.shuffle(letters, random);
    return String.join("", letters);
  }

  private char letterOf(String alphabet) {
    return alphabet.charAt(random.nextInt(alphabet.length()));
  }

  private int letterCount() {
    return MIN_LETTERS + random.nextInt(MAX_LETTERS - MIN_LETTERS + 1);
  }
}
