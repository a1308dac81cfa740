package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

/**
 * A result that was measured with a model.
 *
 * @param benchmark what it was measured on, such as {@code tatoeba-36}
 * @param measure such as {@code accuracy}
 * @param value as measured
 */
public record EvaluationResult(String benchmark, String measure, double value) {
  public EvaluationResult {
    requireNonNull(benchmark, "benchmark is null");
    requireNonNull(measure, "measure is null");
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(measure + " on " + benchmark + " is " + value);
    }
  }
}
