package org.isogloss.text.segmentation;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.isogloss.core.Language;

/**
 * Break iterators of ICU, copies of one for each language: ICU itself remembers only the last one
 * asked for and reads the rules of all others from its jar again.
 */
final class BreakIterators {
  private static final Map<String, BreakIterator> WORDS = new ConcurrentHashMap<>();
  private static final Map<String, BreakIterator> SENTENCES = new ConcurrentHashMap<>();

  private BreakIterators() {}

  /** For one thread and one text. */
  static BreakIterator words(Language language) {
    return copy(WORDS, language, BreakIterator::getWordInstance);
  }

  /** For one thread and one text. */
  static BreakIterator sentences(Language language) {
    return copy(SENTENCES, language, BreakIterator::getSentenceInstance);
  }

  private static BreakIterator copy(
      Map<String, BreakIterator> made,
      Language language,
      Function<ULocale, BreakIterator> instance) {
    BreakIterator first =
        made.computeIfAbsent(language.tag(), tag -> instance.apply(ULocale.forLanguageTag(tag)));
    return (BreakIterator) first.clone();
  }
}
