package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Two sentences that say the same, each alone and both read together.
 *
 * @param alone each by itself
 * @param together {@code [CLS] x [SEP] y [SEP]}
 * @param monolingual whether the second is the first with its pieces in another order
 */
record HictlPair(TextPair alone, Encoding together, boolean monolingual) {
  HictlPair {
    requireNonNull(alone, "alone is null");
    requireNonNull(together, "together is null");
  }
}
