package org.isogloss.neural.hictl;

import java.util.List;

/**
 * The pairs of a step.
 *
 * @param number of the batch, which decides which pieces are masked
 */
record HictlBatch(List<HictlPair> pairs, long number) {
  HictlBatch {
    pairs = List.copyOf(pairs);
  }
}
