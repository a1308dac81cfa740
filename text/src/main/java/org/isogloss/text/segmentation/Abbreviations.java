// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static java.util.Objects.requireNonNull;

import com.ibm.icu.lang.UCharacter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Language;

/**
 * Abbreviations after which a full stop does not end a sentence, from {@code abbreviations.tsv}.
 */
final class Abbreviations {
  private static final Map<String, Set<String>> BY_LANGUAGE = read();

  private Abbreviations() {}

  private static Map<String, Set<String>> read() {
    Map<String, Set<String>> read = new HashMap<>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(Abbreviations.class.getResourceAsStream("abbreviations.tsv")),
                StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(fields -> read.put(fields[0], Set.of(fields[1].split(" ", -1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(read);
  }

  /**
   * Maximum length. Without a limit, a text that is one chain of letters and full stops would be
   * read from its start at each of them.
   */
  private static final int MAX_LENGTH = 32;

  /**
   * Whether the word before the full stop at {@code dot} is an abbreviation: a word of the list, or
   * single letters ({@code J}, {@code U.S}).
   */
  static boolean endsWithAbbreviation(String text, int start, int dot, Language language) {
    int first = dot;
    while (first > start && isPart(text.charAt(first - 1))) {
      if (dot - --first > MAX_LENGTH) {
        return false;
      }
    }
    String word = text.substring(first, dot);
    return isSingleLetters(word)
        || BY_LANGUAGE.getOrDefault(language.code(), Set.of()).contains(word);
  }

  private static boolean isPart(char c) {
    return c == '.' || c == '-' || UCharacter.isUAlphabetic(c);
  }

  private static boolean isSingleLetters(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (UCharacter.isUAlphabetic(word.charAt(i)) != (i % 2 == 0)) {
        return false;
      }
    }
    return word.length() % 2 == 1 && !isIdeographOrSyllable(word.charAt(0));
  }

  /** Scripts without case have one-letter words. */
  private static boolean isIdeographOrSyllable(char c) {
    return !UCharacter.isUUppercase(c) && !UCharacter.isULowercase(c);
  }
}
