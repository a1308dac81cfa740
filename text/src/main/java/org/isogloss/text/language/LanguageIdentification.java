// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;

/**
 * The result of language identification for a text.
 *
 * @param language the most probable language; {@link Language#UNDETERMINED} if the text gives no
 *     evidence
 * @param confidence probability that the language is correct, in [0, 1], calibrated on news
 *     sentences
 * @param reliable whether the language can be used without confirmation
 * @param alternatives the next most probable languages, best first, without {@code language}
 */
public record LanguageIdentification(
    Language language, double confidence, boolean reliable, List<Alternative> alternatives) {
  static final LanguageIdentification UNKNOWN =
      new LanguageIdentification(Language.UNDETERMINED, 0, false, List.of());

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
  }

  /** The language if the result is reliable, else {@link Language#UNDETERMINED}. */
  public Language reliableLanguage() {
    return reliable ? language : Language.UNDETERMINED;
  }
}
