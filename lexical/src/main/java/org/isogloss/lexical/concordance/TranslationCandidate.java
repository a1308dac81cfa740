// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A translation of the words of a concordance.
 *
 * @param words the words in lower case; empty for the occurrences without aligned words
 * @param count number of occurrences with this translation
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
    Map<String, TranslationCandidate> counted = new LinkedHashMap<>();
    for (Occurrence one : occurrences) {
      counted.merge(key(one), new TranslationCandidate(key(one), 1, one), (a, b) -> a.with(one));
    }
    List<TranslationCandidate> sorted = new ArrayList<>(counted.values());
    sorted.sort(
        Comparator.comparing((TranslationCandidate one) -> one.words().isEmpty())
            .thenComparing(TranslationCandidate::count, Comparator.reverseOrder())
            .thenComparing(TranslationCandidate::words));
    return sorted;
  }

  private TranslationCandidate with(Occurrence other) {
    Occurrence shorter = SHORTEST.compare(other, example) < 0 ? other : example;
    return new TranslationCandidate(words, count + 1, shorter);
  }

  static String key(Occurrence occurrence) {
    return occurrence.translation().toLowerCase(Locale.ROOT);
  }
}
