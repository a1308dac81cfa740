// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * The token vectors of a passage, in the format of the {@link TokenVectorScorer} that computed
 * them.
 *
 * @param language the language of the passage
 * @param bytes the encoded vectors; must not be modified
 */
public record TokenVectors(Language language, byte[] bytes) {
  public TokenVectors {
    requireNonNull(language, "language is null");
    requireNonNull(bytes, "bytes is null");
  }
}
