// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/** Probabilities and their log-odds {@code log(p / (1 - p))}. */
public final class LogOdds {
  /** Probabilities are clamped to this distance from 0 and 1, the precision of a float near 1. */
  private static final double EPSILON = 0x1p-24;

  private LogOdds() {}

  /** Returns the log-odds of a probability; they are finite also for 0 and 1. */
  public static double of(double probability) {
    double clamped = Math.clamp(probability, EPSILON, 1 - EPSILON);
    return Math.log(clamped / (1 - clamped));
  }

  /** Returns the probability that has these log-odds (the logistic function). */
  public static double toProbability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }
}
