// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import org.isogloss.core.Hit;

/**
 * Hits with the same text in several languages.
 *
 * @param best the best one
 * @param shown the one whose passage is a result
 * @param others all others, best first
 */
record TranslationGroup(Hit best, Hit shown, List<Hit> others) {
  /** A hit without translations. */
  static TranslationGroup of(Hit hit) {
    return new TranslationGroup(hit, hit, List.of());
  }

  /** The hit of the result: the translation shown, with the score of the best one. */
  Hit hit() {
    return shown.withScore(best.score());
  }
}
