package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/** What language the document or query of an id is in. */
public record IdLanguage(String id, Language language) {
  public IdLanguage {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
  }
}
