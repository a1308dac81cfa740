// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The loss of a batch as numbers.
 *
 * @param total the minimised loss
 * @param parts component losses by name, before weighting; empty for a single loss
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
