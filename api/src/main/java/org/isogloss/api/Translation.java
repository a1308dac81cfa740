// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Hit;
import org.isogloss.core.Language;

/**
 * The text of a result in another language: its likely translation.
 *
 * @param hit document id, passage number and score
 * @param language the language of the passage
 * @param title the title of the document; may be empty
 */
public record Translation(Hit hit, Language language, String title) {
  public Translation {
    requireNonNull(hit, "hit is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
  }
}
