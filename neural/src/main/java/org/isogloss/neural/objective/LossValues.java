// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The losses of a batch as numbers.
 *
 * @param total the minimised loss
 * @param parts the unweighted losses of which the total is composed, by name; empty if there is
 *     only one
 */
public record LossValues(double total, Map<String, Double> parts) {
  public LossValues {
    parts = Map.copyOf(new LinkedHashMap<>(parts));
  }

  /** Returns a loss without parts. */
  public static LossValues of(double total) {
    return new LossValues(total, Map.of());
  }
}
