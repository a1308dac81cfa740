// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/** The language of the document or query with an id. */
public record LanguageLabel(String id, Language language) {
  public LanguageLabel {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
  }
}
