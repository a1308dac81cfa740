// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.isogloss.neural.Validation;

/**
 * Measures a model on each validation file; the score is the mean over the files.
 *
 * @param <T> an example
 * @param files the examples of each file, by its name
 * @param measure measures the model on the examples of a file
 */
public record TaskValidation<T>(SortedMap<String, List<T>> files, ToDoubleFunction<List<T>> measure)
    implements Validation {
  public TaskValidation {
    files = new TreeMap<>(files);
    requireNonNull(measure, "measure is null");
    if (files.isEmpty()) {
      throw new IllegalArgumentException("there are no validation files, expected one or more");
    }
  }

  /** Returns the validation on files; empty if there are none. */
  public static <T> Optional<Validation> of(
      Map<String, List<T>> files, ToDoubleFunction<List<T>> measure) {
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(new TaskValidation<>(new TreeMap<>(files), measure));
  }

  @Override
  public Outcome validate() {
    SortedMap<String, Double> details = new TreeMap<>();
    files.forEach((name, examples) -> details.put(name, measure.applyAsDouble(examples)));
    double mean = details.values().stream().mapToDouble(Double::doubleValue).average().orElse(0);
    return new Outcome(mean, details);
  }
}
