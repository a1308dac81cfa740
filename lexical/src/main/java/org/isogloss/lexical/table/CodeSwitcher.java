// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Mixes two languages in a text, as bilingual people do: some words are replaced by their most
 * probable translations (Qin et al., <i>CoSDA-ML: Multi-lingual code-switching data augmentation
 * for zero-shot cross-lingual NLP</i>, IJCAI 2020).
 */
public final class CodeSwitcher {
  private final TranslationTable table;
  private final Language language;
  private final double share;
  private final double minProbability;

  /**
   * Creates a switcher from the source language of a table to its target language.
   *
   * @param share probability that a word is replaced if it has a translation, above 0 to 1
   * @param minProbability minimum probability of a translation, 0 to 1
   */
  public CodeSwitcher(TranslationTable table, double share, double minProbability) {
    this.table = requireNonNull(table, "table is null");
    this.language = table.languages().source();
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share is " + share + ", expected above 0 to 1");
    }
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IllegalArgumentException(
          "minProbability is " + minProbability + ", expected 0 to 1");
    }
    this.share = share;
    this.minProbability = minProbability;
  }

  /**
   * Returns a text with some of its words replaced; equal to the text if none is. A translation
   * starts with a capital letter if the word does.
   */
  public String switchWords(String text, SplittableRandom random) {
    StringBuilder switched = new StringBuilder(text.length());
    int copied = 0;
    for (Span span : WordSegmenter.split(text, language)) {
      boolean chosen = random.nextDouble() < share;
      String word = span.coveredText(text);
      List<Translation> translations =
          chosen ? table.translations(word.toLowerCase(Locale.ROOT)) : List.of();
      if (!translations.isEmpty() && translations.getFirst().probability() >= minProbability) {
        switched
            .append(text, copied, span.start())
            .append(inCaseOf(word, translations.getFirst().word()));
        copied = span.end();
      }
    }
    return switched.append(text, copied, text.length()).toString();
  }

  private static String inCaseOf(String word, String translation) {
    int first = translation.codePointAt(0);
    return Character.isUpperCase(word.codePointAt(0))
        ? new StringBuilder()
            .appendCodePoint(Character.toTitleCase(first))
            .append(translation, Character.charCount(first), translation.length())
            .toString()
        : translation;
  }
}
