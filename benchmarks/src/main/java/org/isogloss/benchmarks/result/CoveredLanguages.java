// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;

/**
 * The 22 of XTREME's 36 Tatoeba languages with a sizeable amount of open parallel text, so that a
 * model trained on such text can be expected to support them. {@code covered_average} is over
 * these.
 */
public final class CoveredLanguages {
  private static final Language ENGLISH = Language.of("en");

  /** The 22. */
  public static final Set<Language> ALL =
      Stream.of(
              "ar", "he", "vi", "nl", "de", "el", "hi", "ur", "fr", "it", "pt", "es", "bg", "ru",
              "ja", "th", "sw", "zh", "tr", "et", "fi", "hu")
          .map(Language::of)
          .collect(Collectors.toUnmodifiableSet());

  private CoveredLanguages() {}

  /** Returns whether both languages of a pair are among the 22 or English. */
  public static boolean coverBoth(LanguagePair pair) {
    return Stream.of(pair.source(), pair.target())
        .allMatch(language -> language.equals(ENGLISH) || ALL.contains(language));
  }
}
