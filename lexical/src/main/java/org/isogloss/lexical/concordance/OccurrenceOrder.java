// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.text.Collator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/** The orders in which occurrences are listed. */
public enum OccurrenceOrder {
  /** As in the bitext. */
  CORPUS,
  /**
   * By the words before, the nearest first: the left context in a script that is written from left
   * to right, and the right one in Arabic or Hebrew.
   */
  BEFORE,
  /** By the words after. */
  AFTER,
  /** By the translation, the most frequent one first; occurrences without one last. */
  TRANSLATION;

  /** Sorts occurrences by the alphabets of their languages. */
  public List<Occurrence> sort(List<Occurrence> occurrences) {
    if (this == CORPUS || occurrences.isEmpty()) {
      return occurrences;
    }
    List<Occurrence> sorted = new ArrayList<>(occurrences);
    Language language = occurrences.getFirst().pair().sourceLanguage();
    switch (this) {
      case BEFORE -> sorted.sort(byText(one -> reversedWords(one.before(), language), language));
      case AFTER -> sorted.sort(byText(one -> words(one.after(), language), language));
      case TRANSLATION -> sorted.sort(byTranslation(occurrences));
      case CORPUS -> throw new AssertionError("handled above");
    }
    return sorted;
  }

  private static Comparator<Occurrence> byText(
      Function<Occurrence, String> text, Language language) {
    Collator collator = Collator.getInstance(Locale.forLanguageTag(language.tag()));
    Map<Occurrence, String> texts = new HashMap<>();
    return Comparator.comparing(one -> texts.computeIfAbsent(one, text), collator::compare);
  }

  private static Comparator<Occurrence> byTranslation(List<Occurrence> occurrences) {
    Map<String, Integer> ranks = new HashMap<>();
    TranslationCandidate.count(occurrences)
        .forEach(one -> ranks.put(TranslationCandidate.key(one.words()), ranks.size()));
    return Comparator.comparing(
        one -> ranks.getOrDefault(TranslationCandidate.key(one.translation()), ranks.size()));
  }

  private static String words(String text, Language language) {
    List<String> words = new ArrayList<>();
    for (Span span : WordSegmenter.split(text, language)) {
      words.add(span.coveredText(text));
    }
    return String.join(" ", words);
  }

  private static String reversedWords(String text, Language language) {
    return String.join(" ", List.of(words(text, language).split(" ", -1)).reversed());
  }
}
