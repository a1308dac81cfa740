// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.text.typing.Typing;

/**
 * How a collection is made of pages in many languages.
 *
 * @param queryField the field of documents whose values are queries; the title if empty
 * @param translations whether the collection has a page in all of its languages, or in one
 * @param typing how queries are typed
 * @param maxPages maximum number of pages
 * @param seed determines pages, languages and typing errors
 */
public record PageQueryOptions(
    Optional<String> queryField, boolean translations, Typing typing, int maxPages, long seed) {
  /** Titles as they are, each page in one language. */
  public static final PageQueryOptions DEFAULT =
      new PageQueryOptions(Optional.empty(), false, Typing.CAREFUL, 1_000, 1);

  public PageQueryOptions {
    requireNonNull(queryField, "queryField is null");
    requireNonNull(typing, "typing is null");
    if (maxPages < 1) {
      throw new IllegalArgumentException("maxPages is " + maxPages + ", expected 1 or more");
    }
  }
}
