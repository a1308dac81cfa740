package org.isogloss.neural;

import java.util.Map;

/** Says how good a model is while it is trained. */
@FunctionalInterface
public interface Validation {
  /**
   * The outcome of a validation.
   *
   * @param score what decides which state of the model is the best; higher is better
   * @param details measures by name, for the log
   */
  record Outcome(double score, Map<String, Double> details) {
    public Outcome {
      details = Map.copyOf(details);
    }
  }

  Outcome validate();
}
