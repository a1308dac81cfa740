// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * What was found in a bitext.
 *
 * @param <T> a concordance or statistics
 * @param language the language of the words
 * @param leftOut the pairs that were not considered
 */
public record CorpusResult<T>(T found, Language language, PairsLeftOut leftOut) {
  public CorpusResult {
    requireNonNull(found, "found is null");
    requireNonNull(language, "language is null");
    requireNonNull(leftOut, "leftOut is null");
  }
}
