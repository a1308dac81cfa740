// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.List;

/**
 * The pairs of a batch.
 *
 * @param number number of the batch in the training, from 0, which decides whether the encoder is
 *     still frozen
 */
record TranslationBatch(List<TranslationPair> pairs, long number) {
  TranslationBatch {
    pairs = List.copyOf(pairs);
  }
}
