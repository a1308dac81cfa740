// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;

/**
 * Counts the statistics of a sentence that a metric needs; the sum over sentences gives the score.
 */
sealed interface SegmentCounter permits BleuCounter, ChrfCounter, TerCounter {
  /** Creates a counter; only one thread at a time may count with it. */
  static SegmentCounter of(TranslationMetric metric) {
    return switch (metric) {
      case Bleu bleu -> new BleuCounter(bleu);
      case Chrf chrf -> new ChrfCounter(chrf);
      case Ter ter -> new TerCounter(ter);
    };
  }

  /** Returns the number of statistics. */
  int width();

  /** Returns the statistics of a sentence. */
  int[] count(String hypothesis, List<String> references);

  /** Computes the score from statistics or from their sum over sentences. */
  TranslationScore score(long[] statistics);
}
