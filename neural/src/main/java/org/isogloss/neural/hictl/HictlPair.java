package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Two sentences that say the same, each alone and both read together.
 *
 * @param pair each by itself
 * @param jointEncoding {@code [CLS] x [SEP] y [SEP]}
 * @param monolingual whether the second is the first with its pieces in another order
 */
record HictlPair(TextPair pair, Encoding jointEncoding, boolean monolingual) {
  HictlPair {
    requireNonNull(pair, "alone is null");
    requireNonNull(jointEncoding, "together is null");
  }
}
