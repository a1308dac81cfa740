// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.text.romanization.Romanizer;

/**
 * The result of language identification for a text.
 *
 * @param language the most probable language; {@link Language#UNDETERMINED} if the text gives no
 *     evidence
 * @param confidence probability that the language is correct, in [0, 1], calibrated on news
 *     sentences, questions and titles
 * @param reliable whether the language can be used without confirmation
 * @param alternatives the next most probable languages, best first, without {@code language}
 * @param embedded the language of several contiguous words of the text, if they are in another
 *     language of the same script
 */
public record LanguageIdentification(
    Language language,
    double confidence,
    boolean reliable,
    List<Alternative> alternatives,
    Optional<Language> embedded) {
  private static final String LATIN = "Latn";
  private static final String SERBIAN = "sr";

  static final LanguageIdentification UNKNOWN =
      new LanguageIdentification(Language.UNDETERMINED, 0, false, List.of(), Optional.empty());

  /**
   * Another possible language.
   *
   * @param confidence probability that this language is correct, in [0, 1]
   */
  public record Alternative(Language language, double confidence) {
    public Alternative {
      requireNonNull(language, "language is null");
    }
  }

  public LanguageIdentification {
    requireNonNull(language, "language is null");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence is " + confidence + ", expected 0 to 1");
    }
    alternatives = List.copyOf(alternatives);
    requireNonNull(embedded, "embedded is null");
  }

  /**
   * Whether the text is romanized: in Latin letters, although its language is written in others.
   * Serbian is written in both.
   */
  public boolean isRomanized() {
    return isRomanized(language);
  }

  static boolean isRomanized(Language language) {
    return language.script().equals(LATIN)
        && !language.code().equals(SERBIAN)
        && Romanizer.isNeededFor(Language.of(language.code()));
  }

  /** The language if the result is reliable, else {@link Language#UNDETERMINED}. */
  public Language reliableLanguage() {
    return reliable ? language : Language.UNDETERMINED;
  }
}
