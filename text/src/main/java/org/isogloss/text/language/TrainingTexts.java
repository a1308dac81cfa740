// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.isogloss.core.Language;
import org.isogloss.text.normalization.AccentFolding;

/** The texts of one class, by source, from which short texts are sampled. */
final class TrainingTexts {
  private static final int MIN_LENGTH = 5;
  private static final int MAX_LENGTH = 100;

  /** Longest part of a word that is kept beyond the sampled ends. */
  private static final int MAX_REST = 25;

  /** One in this number of samples begins with its text. */
  private static final int AT_START = 3;

  /** One in this number of samples in Latin letters is written without accents. */
  private static final int WITHOUT_ACCENTS = 12;

  private final Language language;
  private final int scriptGroup;
  private final Map<String, List<char[]>> bySource = new TreeMap<>();
  private int count;
  private long characters;

  TrainingTexts(Language language, int scriptGroup) {
    this.language = language;
    this.scriptGroup = scriptGroup;
  }

  Language language() {
    return language;
  }

  int scriptGroup() {
    return scriptGroup;
  }

  int count() {
    return count;
  }

  int count(String source) {
    return bySource.getOrDefault(source, List.of()).size();
  }

  /** Number of letters and spaces. */
  long characters() {
    return characters;
  }

  void add(String source, String text) {
    char[] letters = LetterNgrams.of(text, scriptGroup).letters();
    bySource.computeIfAbsent(source, name -> new ArrayList<>()).add(letters);
    count++;
    characters += letters.length;
  }

  /**
   * Samples a text. The probability of a source grows with the square root of its number of texts,
   * so that none dominates.
   */
  char[] sample(RandomGenerator random) {
    double sum = bySource.values().stream().mapToDouble(TrainingTexts::weight).sum();
    double left = random.nextDouble() * sum;
    List<char[]> source = List.of();
    for (List<char[]> texts : bySource.values()) {
      source = texts;
      left -= weight(texts);
      if (left < 0) {
        break;
      }
    }
    return source.get(random.nextInt(source.size()));
  }

  private static double weight(List<char[]> texts) {
    return Math.sqrt(texts.size());
  }

  /**
   * Samples whole words of a text, {@value #MIN_LENGTH} to {@value #MAX_LENGTH} characters whose
   * logarithm is uniform.
   */
  char[] sampleShort(RandomGenerator random) {
    char[] letters = sample(random);
    double range = Math.log((double) MAX_LENGTH / MIN_LENGTH);
    int length = (int) (MIN_LENGTH * Math.exp(random.nextDouble() * range));
    if (letters.length > length + 2) {
      letters = cut(letters, length, random);
    }
    if (scriptGroup == UScript.LATIN && random.nextInt(WITHOUT_ACCENTS) == 0) {
      return AccentFolding.withoutAccents(new String(letters)).toCharArray();
    }
    return letters;
  }

  private static char[] cut(char[] letters, int length, RandomGenerator random) {
    int sampled = random.nextInt(AT_START) == 0 ? 0 : random.nextInt(letters.length - length - 1);
    int from = sampled;
    while (from > 0 && letters[from] != ' ' && sampled - from < MAX_REST) {
      from--;
    }
    int end = Math.min(letters.length, from + length + 1);
    int to = end;
    while (to < letters.length && letters[to - 1] != ' ' && to - end < MAX_REST) {
      to++;
    }
    return Arrays.copyOfRange(letters, from, to);
  }
}
