// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Tokens that are appended to queries, whose vectors count like those of other tokens (Khattab and
 * Zaharia, <i>ColBERT</i>, SIGIR 2020, section 3.2).
 *
 * @param length number of tokens of a query after the expansion, special tokens included, 1 or more
 * @param fixed whether longer queries are truncated to this length
 * @param attended whether the other tokens attend to the appended ones
 * @param token the appended token; empty for the mask token of the tokenizer
 */
public record QueryExpansion(int length, boolean fixed, boolean attended, Optional<String> token) {
  public QueryExpansion {
    if (length < 1) {
      throw new IllegalArgumentException("length is " + length + ", expected 1 or more");
    }
    requireNonNull(token, "token is null");
  }
}
