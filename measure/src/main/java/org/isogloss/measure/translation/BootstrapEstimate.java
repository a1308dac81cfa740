// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;
import org.isogloss.measure.stats.ConfidenceInterval;
import org.isogloss.measure.stats.PairedValues;

/**
 * An estimate of a score from bootstrap samples.
 *
 * @param mean the mean of the scores of the samples
 * @param interval the interval that holds 95 % of them
 */
public record BootstrapEstimate(double mean, ConfidenceInterval interval) {
  private static final double LEVEL = 0.95;

  /** Estimates from the scores of samples: one fortieth is left out at each end, rounded down. */
  static BootstrapEstimate of(double[] scores) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    int tail = sorted.length / 40;
    return new BootstrapEstimate(
        PairedValues.mean(sorted),
        new ConfidenceInterval(sorted[tail], sorted[sorted.length - 1 - tail], LEVEL));
  }

  /** Returns half the width of the interval. */
  public double margin() {
    return (interval.high() - interval.low()) / 2;
  }
}
