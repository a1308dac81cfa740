// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * A document of a collection.
 *
 * @param id unique in its collection, not blank
 * @param language the language of the text; {@link Language#UNDETERMINED} if it is not known
 * @param title its title; empty if it has none
 * @param text its body
 */
public record Document(String id, Language language, String title, String text) {
  public Document {
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(text, "text is null");
    if (requireNonNull(id, "id is null").isBlank()) {
      throw new IllegalArgumentException("a document needs an id that is not blank");
    }
  }

  /** Returns this document with another language. */
  public Document withLanguage(Language language) {
    return new Document(id, language, title, text);
  }
}
