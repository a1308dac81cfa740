// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.InferenceDevice;

/**
 * Options for running a transformer.
 *
 * @param threads number of batches that run concurrently, each on one thread
 * @param precision which graph of the folder to use, and which to export if the folder contains
 *     only weights. {@link Precision#INT8} also accepts an fp32 graph if there is no int8 graph;
 *     {@link Precision#FP32} computes in single precision with the weights of an int8 graph that
 *     Isogloss wrote if there are neither an fp32 graph nor other weights
 * @param device {@code cpu}, {@code cuda}, {@code cuda:N}, or {@code auto} for the first GPU if it
 *     can be used and otherwise the CPU: where graphs run; other than the CPU needs the artifact
 *     {@code onnxruntime_gpu} in place of {@code onnxruntime}. A GPU computes int8 graphs that
 *     Isogloss wrote in single precision, with the same weights: its vectors differ a little from
 *     those of the CPU, but belong to the same model, so that the {@linkplain
 *     org.isogloss.core.Encoder#fingerprint fingerprint} is the same. Translation and BiCLA always
 *     run on the CPU
 */
public record InferenceOptions(int threads, Precision precision, String device) {
  private static final String CPU = "cpu";

  public InferenceOptions {
    requireNonNull(precision, "precision is null");
    InferenceDevice.requireName(device);
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** Creates options for the CPU. */
  public InferenceOptions(int threads, Precision precision) {
    this(threads, precision, CPU);
  }

  /** Returns options with one thread per processor and {@link Precision#INT8}. */
  public static InferenceOptions defaults() {
    return new InferenceOptions(Runtime.getRuntime().availableProcessors(), Precision.INT8);
  }

  public InferenceOptions withThreads(int threads) {
    return new InferenceOptions(threads, precision, device);
  }

  public InferenceOptions withPrecision(Precision precision) {
    return new InferenceOptions(threads, precision, device);
  }

  public InferenceOptions withDevice(String device) {
    return new InferenceOptions(threads, precision, device);
  }

  /**
   * Requires that the device can be used.
   *
   * @return its name; if the device is {@code auto}, that of the device that is used
   * @throws org.isogloss.core.IsoglossException if there is no such GPU, or the natives of ONNX
   *     Runtime support only the CPU
   */
  public String requireDevice() {
    InferenceDevice used = InferenceDevice.of(device);
    used.requireAvailable();
    return used.name();
  }
}
