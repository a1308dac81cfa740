// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.isogloss.core.Language;

/**
 * ICU break iterators, cloned from one prototype per language. ICU itself caches only the iterator
 * that was requested last, and reads the rules of all others from its jar again.
 */
final class BreakIterators {
  private static final Map<String, BreakIterator> WORDS = new ConcurrentHashMap<>();
  private static final Map<String, BreakIterator> SENTENCES = new ConcurrentHashMap<>();

  private BreakIterators() {}

  /** A word iterator for use by one thread, for one text. */
  static BreakIterator words(Language language) {
    return copy(WORDS, language, BreakIterator::getWordInstance);
  }

  /** A sentence iterator for use by one thread, for one text. */
  static BreakIterator sentences(Language language) {
    return copy(SENTENCES, language, BreakIterator::getSentenceInstance);
  }

  private static BreakIterator copy(
      Map<String, BreakIterator> prototypes,
      Language language,
      Function<ULocale, BreakIterator> instance) {
    BreakIterator prototype =
        prototypes.computeIfAbsent(
            language.tag(), tag -> instance.apply(ULocale.forLanguageTag(tag)));
    return (BreakIterator) prototype.clone();
  }
}
