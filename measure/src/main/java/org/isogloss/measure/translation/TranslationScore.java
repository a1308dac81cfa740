// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/** A score of one sentence or of a corpus. */
public sealed interface TranslationScore permits BleuScore, ChrfScore, TerScore {
  /** Returns the score, from 0 to 100; of TER 0 or more. */
  double value();

  /** Returns the parts of the score as text; empty if there are none. */
  String details();
}
