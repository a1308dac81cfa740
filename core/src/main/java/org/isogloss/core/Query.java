// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * A search query.
 *
 * @param id its identifier in runs and qrels, not blank
 * @param language the language of the text; {@link Language#UNDETERMINED} if it is not known
 * @param text a question or keywords
 */
public record Query(String id, Language language, String text) {
  public Query {
    requireNonNull(language, "language is null");
    requireNonNull(text, "text is null");
    if (requireNonNull(id, "id is null").isBlank()) {
      throw new IllegalArgumentException("a query needs an id that is not blank");
    }
  }

  /** An interactive query: its id is {@code q}, its language is not known. */
  public static Query of(String text) {
    return new Query("q", Language.UNDETERMINED, text);
  }
}
