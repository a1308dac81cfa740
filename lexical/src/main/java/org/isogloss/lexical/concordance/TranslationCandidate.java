// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A translation of the words of a concordance. Translations that differ only in upper and lower
 * case are one.
 *
 * @param words the words as they are written most often, in lower case if several forms are equally
 *     frequent; empty for the occurrences without aligned words
 * @param count number of occurrences with this translation, in any form
 * @param example the occurrence with the shortest sentence
 */
public record TranslationCandidate(String words, int count, Occurrence example) {
  private static final Comparator<Occurrence> SHORTEST =
      Comparator.comparingInt(one -> one.pair().source().length() + one.pair().target().length());

  public TranslationCandidate {
    requireNonNull(words, "words is null");
    requireNonNull(example, "example is null");
  }

  /** Counts translations, the most frequent first, those without one last. */
  public static List<TranslationCandidate> count(List<Occurrence> occurrences) {
    Map<String, List<Occurrence>> byKey =
        occurrences.stream()
            .collect(
                Collectors.groupingBy(
                    one -> key(one.translation()), LinkedHashMap::new, Collectors.toList()));
    return byKey.values().stream()
        .map(TranslationCandidate::of)
        .sorted(
            Comparator.comparing((TranslationCandidate one) -> one.words().isEmpty())
                .thenComparing(TranslationCandidate::count, Comparator.reverseOrder())
                .thenComparing(one -> key(one.words())))
        .toList();
  }

  /** The candidate of occurrences whose translations have the same key. */
  private static TranslationCandidate of(List<Occurrence> occurrences) {
    // Lower case follows upper case in the order of characters.
    Map<String, Long> forms =
        occurrences.stream()
            .collect(
                Collectors.groupingBy(
                    Occurrence::translation, TreeMap::new, Collectors.counting()));
    String words = "";
    for (Map.Entry<String, Long> form : forms.entrySet()) {
      if (form.getValue() >= forms.getOrDefault(words, 0L)) {
        words = form.getKey();
      }
    }
    return new TranslationCandidate(
        words, occurrences.size(), Collections.min(occurrences, SHORTEST));
  }

  /** What translations have in common that are counted as one. */
  static String key(String translation) {
    return translation.toLowerCase(Locale.ROOT);
  }
}
