// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;

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

  /**
   * Creates a document with only a text, in a language that is not known.
   *
   * <pre>{@code
   * Document.of("a", "Der Hund schläft.").withLanguage("de").withField("year", 2024)
   * }</pre>
   */
  public static Document of(String id, String text) {
    return new Document(id, Language.UNDETERMINED, "", text);
  }

  /** Returns this document with another language. */
  public Document withLanguage(Language language) {
    return new Document(id, language, title, text, metadata);
  }

  /**
   * Returns this document with another language.
   *
   * @param tag a language tag such as {@code de} or {@code zh-Hant}
   * @throws IsoglossException if no such language is known
   */
  public Document withLanguage(String tag) {
    return withLanguage(Language.of(tag));
  }

  /** Returns this document with another title. */
  public Document withTitle(String title) {
    return new Document(id, language, title, text, metadata);
  }

  /** Returns this document with other metadata. */
  public Document withMetadata(Metadata metadata) {
    return new Document(id, language, title, text, metadata);
  }

  /** Returns this document with a field, in place of one with the same name. */
  public Document withField(String name, MetadataValue value) {
    return withMetadata(metadata.with(name, value));
  }

  /** Returns this document with a field that is a string or a date such as 2024-05-31. */
  public Document withField(String name, String value) {
    return withField(name, MetadataValue.of(value));
  }

  /** Returns this document with a field that is a whole number. */
  public Document withField(String name, long value) {
    return withField(name, MetadataValue.of(value));
  }

  /** Returns this document with a field that is a number. */
  public Document withField(String name, double value) {
    return withField(name, MetadataValue.of(value));
  }

  /** Returns this document with a field that is true or false. */
  public Document withField(String name, boolean value) {
    return withField(name, MetadataValue.of(value));
  }
}
