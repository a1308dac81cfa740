package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * Something asked.
 *
 * @param id its name in runs and qrels, not blank
 * @param language what it is written in, {@link Language#UNDETERMINED} where nobody said
 * @param text the question or keywords
 */
public record Query(String id, Language language, String text) {
  public Query {
    requireNonNull(language, "language is null");
    requireNonNull(text, "text is null");
    if (requireNonNull(id, "id is null").isBlank()) {
      throw new IllegalArgumentException("a query needs an id that is not blank");
    }
  }

  /** A query typed by someone, with no name of its own and no word about its language. */
  public static Query of(String text) {
    return new Query("q", Language.UNDETERMINED, text);
  }
}
