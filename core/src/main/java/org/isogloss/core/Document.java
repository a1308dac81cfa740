package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * A document of a collection.
 *
 * @param id unique in its collection, not blank
 * @param language what it is written in, {@link Language#UNDETERMINED} where nobody said
 * @param title its title, empty where it has none
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

  /** This document, said to be in {@code language}. */
  public Document withLanguage(Language language) {
    return new Document(id, language, title, text);
  }
}
