// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * A query that begins as the user has begun to type it.
 *
 * @param text the query
 * @param language the language of the documents that it was taken from
 * @param kind what it was taken from
 */
public record Completion(String text, Language language, Kind kind) {
  /** What a completion is. */
  public enum Kind {
    /** The title of a document with the words that the user has typed. */
    TITLE,
    /** What the user has typed, with its last word completed by one of a text. */
    WORD
  }

  public Completion {
    requireNonNull(text, "text is null");
    requireNonNull(language, "language is null");
    requireNonNull(kind, "kind is null");
  }
}
