package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import org.isogloss.runtime.export.Precision;

/**
 * How a transformer is run.
 *
 * @param threads how many batches run at the same time, each on one thread
 * @param precision which of a folder's graphs is wanted, and which is made where the folder has
 *     only weights. {@link Precision#INT8} takes a graph in single precision too where there is no
 *     other
 */
public record InferenceOptions(int threads, Precision precision) {
  public InferenceOptions {
    requireNonNull(precision, "precision is null");
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** All processors, eight bits. */
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
