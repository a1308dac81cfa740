// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import java.util.Map;

/** Measures the quality of a model during training. */
@FunctionalInterface
public interface Validation {
  /**
   * The outcome of a validation.
   *
   * @param score decides which state of the model is the best; higher is better
   * @param details further measures by name, for the log
   */
  record Outcome(double score, Map<String, Double> details) {
    public Outcome {
      details = Map.copyOf(details);
    }
  }

  /** Measures the model in its current state. */
  Outcome validate();
}
