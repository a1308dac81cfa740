package org.isogloss.neural;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an objective found for a batch.
 *
 * @param total what was made smaller
 * @param parts the losses that it is made of, by name, before their weights; empty where it is one
 */
public record Losses(double total, Map<String, Double> parts) {
  public Losses {
    parts = Map.copyOf(new LinkedHashMap<>(parts));
  }

  /** A loss without parts. */
  public static Losses of(double total) {
    return new Losses(total, Map.of());
  }
}
