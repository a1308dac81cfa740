// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * A sentence and its translation.
 *
 * @param origin where the pair was found; empty if it is not known
 */
public record SentencePair(
    Language sourceLanguage, Language targetLanguage, String source, String target, String origin) {
  public SentencePair {
    requireNonNull(sourceLanguage, "sourceLanguage is null");
    requireNonNull(targetLanguage, "targetLanguage is null");
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(origin, "origin is null");
  }

  /** The pair with source and target exchanged. */
  public SentencePair reversed() {
    return new SentencePair(targetLanguage, sourceLanguage, target, source, origin);
  }
}
