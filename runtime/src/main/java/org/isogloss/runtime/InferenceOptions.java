// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import org.isogloss.runtime.export.Precision;

/**
 * Options for running a transformer.
 *
 * @param threads number of batches that run concurrently, each on one thread
 * @param precision which graph of the folder to use, and which to export if the folder contains
 *     only weights. {@link Precision#INT8} also accepts an fp32 graph if there is no int8 graph
 */
public record InferenceOptions(int threads, Precision precision) {
  public InferenceOptions {
    requireNonNull(precision, "precision is null");
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** Returns options with one thread per processor and {@link Precision#INT8}. */
  public static InferenceOptions defaults() {
    return new InferenceOptions(Runtime.getRuntime().availableProcessors(), Precision.INT8);
  }

  public InferenceOptions withThreads(int threads) {
    return new InferenceOptions(threads, precision);
  }

  public InferenceOptions withPrecision(Precision precision) {
    return new InferenceOptions(threads, precision);
  }
}
