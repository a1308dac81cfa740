// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import static java.util.Objects.requireNonNull;

import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The circumstances of a measurement.
 *
 * @param date the day on which it ended, in UTC
 * @param weights the fingerprint of the model, which identifies its weights
 */
public record Measurement(LocalDate date, String weights) {
  public Measurement {
    requireNonNull(date, "date is null");
    requireNonNull(weights, "weights is null");
  }

  /** Returns a measurement that ends now. */
  public static Measurement endingNow(String weights) {
    return new Measurement(LocalDate.now(ZoneOffset.UTC), weights);
  }
}
