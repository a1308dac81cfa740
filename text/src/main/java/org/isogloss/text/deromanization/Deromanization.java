// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * A text that was romanized, in the script of its language again.
 *
 * @param language the language of the text
 * @param text the text in the script of the language
 * @param known share of its Latin letters that belong to words of the table, from 0 to 1; 0 if it
 *     had no Latin letters
 */
public record Deromanization(Language language, String text, double known) {
  public Deromanization {
    requireNonNull(language, "language is null");
    requireNonNull(text, "text is null");
    if (!(known >= 0 && known <= 1)) {
      throw new IllegalArgumentException("known is " + known + ", expected 0 to 1");
    }
  }
}
