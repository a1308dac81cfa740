// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.Language;

/**
 * Function words, which say little about the topic of a text: English (the words of {@link
 * EnglishWords#isStopWord}), and Czech, German and Hungarian from {@code stop-words.tsv}.
 */
public final class StopWords {
  private static final Map<String, Set<String>> BY_LANGUAGE = read();

  private StopWords() {}

  private static Map<String, Set<String>> read() {
    Map<String, Set<String>> read = new HashMap<>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(StopWords.class.getResourceAsStream("stop-words.tsv")),
                StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(
              fields ->
                  read.put(
                      fields[0],
                      Arrays.stream(fields[1].split(" ", -1))
                          .collect(Collectors.toUnmodifiableSet())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(read);
  }

  /** Returns whether there is a list for a language; without one, no word is a stop word. */
  public static boolean isSupported(Language language) {
    return language.code().equals("en") || BY_LANGUAGE.containsKey(language.code());
  }

  /** Returns whether a word, in upper or lower case, is a stop word of a language. */
  public static boolean contains(Language language, String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return language.code().equals("en")
        ? EnglishWords.isStopWord(lower)
        : BY_LANGUAGE.getOrDefault(language.code(), Set.of()).contains(lower);
  }
}
