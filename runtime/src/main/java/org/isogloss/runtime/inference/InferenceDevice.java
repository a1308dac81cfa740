// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession;
import org.isogloss.core.IsoglossException;

/**
 * The device on which a graph runs. On a GPU, operators that ONNX Runtime has no kernel for run on
 * the CPU.
 *
 * @param name {@code cpu}, {@code cuda} or {@code cuda:N}
 */
public record InferenceDevice(String name) {
  /** The processor. */
  public static final InferenceDevice CPU = new InferenceDevice("cpu");

  private static final String CUDA = "cuda";

  public InferenceDevice {
    if (!requireNonNull(name, "name is null").matches("cpu|cuda(:[0-9]{1,3})?")) {
      throw new IllegalArgumentException(
          "device is \"" + name + "\", expected cpu, cuda or cuda:N");
    }
  }

  boolean isCpu() {
    return name.equals(CPU.name);
  }

  /**
   * Requires that the device can be used.
   *
   * @throws IsoglossException if there is no such GPU, or the natives of ONNX Runtime support only
   *     the CPU
   */
  public void requireAvailable() {
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(1)) {
      addTo(options);
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot be started", e);
    }
  }

  /**
   * Adds the device to the options of a session.
   *
   * @throws IsoglossException if the device cannot be used
   */
  void addTo(OrtSession.SessionOptions options) {
    if (isCpu()) {
      return;
    }
    if (!OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)) {
      throw new IsoglossException(
          "device is "
              + name
              + ", but the ONNX Runtime on the class path supports only the CPU: add"
              + " onnxruntime_gpu in place of onnxruntime, or compute on cpu");
    }
    try {
      options.addCUDA(name.equals(CUDA) ? 0 : Integer.parseInt(name.substring(CUDA.length() + 1)));
    } catch (OrtException e) {
      throw new IsoglossException(
          "device is " + name + ", but ONNX Runtime cannot use it: " + e.getMessage(), e);
    }
  }
}
