// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.List;

/**
 * The pairs of a step.
 *
 * @param pairs the pairs
 * @param number number of the batch, which decides which tokens are masked
 */
record HictlBatch(List<HictlPair> pairs, long number) {
  HictlBatch {
    pairs = List.copyOf(pairs);
  }
}
