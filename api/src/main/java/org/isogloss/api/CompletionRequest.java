// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.LanguageRange;

/**
 * A query that a user has begun to type, to be completed.
 *
 * @param typed what was typed; only its first {@value #MAX_LENGTH} characters are used
 * @param languages the languages of the documents; all if empty
 * @param top maximum number of completions, 1 or more
 */
public record CompletionRequest(String typed, Set<LanguageRange> languages, int top) {
  /** Default number of completions. */
  public static final int DEFAULT_TOP = 8;

  /** Maximum number of characters that are completed. */
  public static final int MAX_LENGTH = 200;

  public CompletionRequest {
    requireNonNull(typed, "typed is null");
    languages = Collections.unmodifiableSet(new LinkedHashSet<>(languages));
    if (top < 1) {
      throw new IllegalArgumentException("top is " + top + ", expected 1 or more");
    }
  }

  /** Asks for {@value #DEFAULT_TOP} completions from documents in all languages. */
  public static CompletionRequest of(String typed) {
    return new CompletionRequest(typed, Set.of(), DEFAULT_TOP);
  }

  /**
   * Returns a copy for documents in some languages.
   *
   * @param tags language tags such as {@code de}; none for all languages
   * @throws org.isogloss.core.IsoglossException if a tag is not a known language
   */
  public CompletionRequest withLanguages(String... tags) {
    return new CompletionRequest(
        typed, new LinkedHashSet<>(Stream.of(tags).map(LanguageRange::of).toList()), top);
  }

  /** Returns a copy with another maximum number of completions. */
  public CompletionRequest withTop(int other) {
    return new CompletionRequest(typed, languages, other);
  }
}
