// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.core.Language;

/** Counts the n-grams of texts in Latin letters. Not safe for use by multiple threads. */
final class RomanizedLanguageCounts {
  private static final double SMOOTHING = 0.5;

  private final SequencedMap<String, long[]> counts = new TreeMap<>();

  /**
   * Counts the n-grams of a text with and without its marks; that of romanized Russian has the
   * language {@code ru-Latn}.
   */
  void add(Language language, String text) {
    long[] buckets =
        counts.computeIfAbsent(language.tag(), key -> new long[RomanizedLanguageDetector.BUCKETS]);
    count(text, buckets);
    String withoutMarks = LatinKeys.withoutMarks(text);
    if (!withoutMarks.equals(text)) {
      count(withoutMarks, buckets);
    }
  }

  private static void count(String text, long[] buckets) {
    for (int bucket : RomanizedLanguageDetector.buckets(text)) {
      buckets[bucket]++;
    }
  }

  RomanizedLanguageDetector detector() {
    List<Language> languages = counts.keySet().stream().map(Language::of).toList();
    byte[][] costs =
        counts.values().stream().map(RomanizedLanguageCounts::costs).toArray(byte[][]::new);
    return new RomanizedLanguageDetector(languages, costs);
  }

  private static byte[] costs(long[] counts) {
    double all = SMOOTHING * counts.length;
    for (long count : counts) {
      all += count;
    }
    byte[] costs = new byte[counts.length];
    for (int i = 0; i < costs.length; i++) {
      double cost = -Math.log((counts[i] + SMOOTHING) / all);
      costs[i] = (byte) Math.min(255, Math.round(cost * RomanizedLanguageDetector.RESOLUTION));
    }
    return costs;
  }
}
