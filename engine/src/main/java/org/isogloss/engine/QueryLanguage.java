// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.text.language.LanguageIdentification;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * Identifies the language of a query among those of the index and those that the user prefers.
 *
 * <p>People do not ask in each language as often as it occurs in the index: half of the prior
 * probability is the share of a language in the passages, the other half is the same for all.
 */
final class QueryLanguage {
  /** Minimum probability of a language that is used. */
  private static final double MIN_PROBABILITY = 0.5;

  /** Prior probability of preferred languages, relative to others. */
  private static final double PREFERENCE = 3;

  private QueryLanguage() {}

  /**
   * Returns an identifier of the languages of queries; empty if no language is known.
   *
   * @param passages number of passages in each language of the index
   * @param preferred languages that the user prefers
   */
  static Optional<LanguageIdentifier> identifier(
      Map<Language, Long> passages, List<LanguageRange> preferred) {
    Map<Language, Double> priors = new HashMap<>();
    double total = 0;
    for (Map.Entry<Language, Long> entry : passages.entrySet()) {
      if (!entry.getKey().isUndetermined()) {
        priors.put(entry.getKey(), (double) entry.getValue());
        total += entry.getValue();
      }
    }
    double all = total;
    int count = Math.max(1, priors.size());
    priors.replaceAll((language, number) -> (number / all + 1.0 / count) / 2);
    for (LanguageRange range : preferred) {
      priors.putIfAbsent(range.language(), 1.0 / (2 * count));
      priors.replaceAll(
          (language, prior) -> range.containsLanguage(language) ? PREFERENCE * prior : prior);
    }
    return priors.isEmpty()
        ? Optional.empty()
        : Optional.of(LanguageIdentifier.restrictedTo(priors));
  }

  /** Identifies the language of a query; empty if it is unsure. */
  static Optional<LanguageIdentification> find(LanguageIdentifier identifier, String text) {
    LanguageIdentification found = identifier.identify(text);
    return found.confidence() >= MIN_PROBABILITY ? Optional.of(found) : Optional.empty();
  }
}
