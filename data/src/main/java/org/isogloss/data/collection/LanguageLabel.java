package org.isogloss.data.collection;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/** What language the document or query of an id is in. */
public record LanguageLabel(String id, Language language) {
  public LanguageLabel {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
  }
}
