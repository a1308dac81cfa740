// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import java.util.Locale;

/** What an index stores besides the words and the vector of a passage. */
enum StoredVectors {
  /** Nothing. */
  PASSAGES,
  /** The vectors of sentences. */
  SENTENCES,
  /** The vectors of tokens. */
  TOKENS;

  /** The name in JSON and tables. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
