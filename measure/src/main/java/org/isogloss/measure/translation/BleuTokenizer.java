// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;

/**
 * Splits sentences into the tokens whose n-grams {@link Bleu} counts, as sacreBLEU 2.6.0 does.
 * Figures by different tokenizers cannot be compared.
 */
public sealed interface BleuTokenizer
    permits RuleBasedTokenizer, SentencePieceTokenizer, MecabTokenizer {
  /** Returns the name in signatures, such as {@code 13a}. */
  String label();

  /** Splits a sentence into tokens; white space separates tokens and belongs to none. */
  List<String> tokenize(String sentence);
}
