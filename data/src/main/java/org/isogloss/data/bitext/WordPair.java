// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/** A word and one of its translations. */
public record WordPair(
    Language sourceLanguage, Language targetLanguage, String source, String target) {
  public WordPair {
    requireNonNull(sourceLanguage, "sourceLanguage is null");
    requireNonNull(targetLanguage, "targetLanguage is null");
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }
}
