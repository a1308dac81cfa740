// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.ThresholdEstimate;

/**
 * The threshold that {@code isogloss mine} proposes, with the pairs at the border.
 *
 * @param pairs all pairs, best first
 */
record ThresholdProposal(List<MinedPair> pairs, Optional<ThresholdEstimate> estimate) {
  private static final int SAMPLE = 3;

  static ThresholdProposal of(List<MinedPair> pairs, Margin margin) {
    return new ThresholdProposal(
        pairs,
        ThresholdEstimate.of(pairs.stream().mapToDouble(MinedPair::score).toArray(), margin)
            .filter(ThresholdEstimate::isReliable));
  }

  /** Prints the proposal and the pairs around it, for the user to judge. */
  void print(Console console, Function<MinedPair, String> text) {
    if (estimate.isEmpty()) {
      console.note(
          "No threshold is proposed: the scores do not fall into translations and others. Look at the"
              + " pairs, best first, and choose one.");
      return;
    }
    ThresholdEstimate found = estimate.get();
    console.note(
        String.format(
            Locale.ROOT,
            "Proposed threshold: %.4f, which %s of %s reach; estimated precision %.2f, about %.0f"
                + " translations in all. The pairs at the border:",
            found.threshold(),
            Console.formatCount(found.retained(), "pair", "pairs"),
            Console.formatCount(pairs.size()),
            found.expectedPrecision(),
            found.expectedTranslations()));
    int border = found.retained();
    for (int i = Math.max(0, border - SAMPLE); i < Math.min(pairs.size(), border + SAMPLE); i++) {
      if (i == border) {
        console.note("  -- " + String.format(Locale.ROOT, "%.4f", found.threshold()) + " --");
      }
      console.note(
          String.format(Locale.ROOT, "  %.4f  ", pairs.get(i).score()) + text.apply(pairs.get(i)));
    }
  }

  /**
   * Returns the threshold.
   *
   * @throws IsoglossException if none is proposed
   */
  double require() {
    return estimate
        .orElseThrow(
            () ->
                new IsoglossException(
                    "--proposed-threshold: the scores of the "
                        + Console.formatCount(pairs.size(), "pair", "pairs")
                        + " do not fall into translations and others: give --threshold SCORE"))
        .threshold();
  }
}
