package org.isogloss.text.language;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;

/**
 * What a text's language seems to be.
 *
 * @param language the likeliest; {@link Language#UNDETERMINED} where there is nothing to go by
 * @param confidence how likely it is that this is right, in [0, 1], as measured on news sentences
 * @param reliable whether to act on it without asking
 * @param alternatives the next likeliest, best first, without {@code language}
 */
public record LanguageIdentification(
    Language language, double confidence, boolean reliable, List<Alternative> alternatives) {
  static final LanguageIdentification UNKNOWN =
      new LanguageIdentification(Language.UNDETERMINED, 0, false, List.of());

  /**
   * Another language that it may be.
   *
   * @param confidence in [0, 1]
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

  /** The language if that is reliable, else {@link Language#UNDETERMINED}. */
  public Language reliableLanguage() {
    return reliable ? language : Language.UNDETERMINED;
  }
}
