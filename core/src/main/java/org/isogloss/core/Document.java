// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.metadata.Metadata;

/**
 * A document of a collection.
 *
 * @param id unique in its collection, not blank
 * @param language the language of the text; {@link Language#UNDETERMINED} if it is not known
 * @param title its title; empty if it has none
 * @param text its body
 * @param metadata its other fields
 */
public record Document(String id, Language language, String title, String text, Metadata metadata) {
  public Document {
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(text, "text is null");
    requireNonNull(metadata, "metadata is null");
    if (requireNonNull(id, "id is null").isBlank()) {
      throw new IllegalArgumentException("a document needs an id that is not blank");
    }
  }

  /** Creates a document without other fields. */
  public Document(String id, Language language, String title, String text) {
    this(id, language, title, text, Metadata.EMPTY);
  }

  /** Returns this document with another language. */
  public Document withLanguage(Language language) {
    return new Document(id, language, title, text, metadata);
  }

  /** Returns this document with other metadata. */
  public Document withMetadata(Metadata metadata) {
    return new Document(id, language, title, text, metadata);
  }
}
