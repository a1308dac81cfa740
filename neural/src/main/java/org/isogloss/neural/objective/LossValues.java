package org.isogloss.neural.objective;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an objective found for a batch.
 *
 * @param total what was made smaller
 * @param parts the losses that it is made of, by name, before their weights; empty where it is one
 */
public record LossValues(double total, Map<String, Double> parts) {
  public LossValues {
    parts = Map.copyOf(new LinkedHashMap<>(parts));
  }

  /** A loss without parts. */
  public static LossValues of(double total) {
    return new LossValues(total, Map.of());
  }
}
