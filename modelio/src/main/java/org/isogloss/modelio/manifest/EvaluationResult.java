// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

/**
 * An evaluation result of a model.
 *
 * @param benchmark the benchmark, such as {@code tatoeba-36}
 * @param measure the measure, such as {@code accuracy}
 * @param value the measured value, finite
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
