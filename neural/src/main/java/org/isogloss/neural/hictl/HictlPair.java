// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * A pair of sentences with the same meaning, encoded separately and together.
 *
 * @param pair the sentences, encoded separately
 * @param jointEncoding both sentences, encoded together as {@code [CLS] x [SEP] y [SEP]}
 * @param monolingual whether the second sentence is a permutation of the tokens of the first
 */
record HictlPair(TextPair pair, Encoding jointEncoding, boolean monolingual) {
  HictlPair {
    requireNonNull(pair, "pair is null");
    requireNonNull(jointEncoding, "jointEncoding is null");
  }
}
