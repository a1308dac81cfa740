// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import java.util.EnumSet;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;

/**
 * The device on which a graph runs. On a GPU, operators that ONNX Runtime has no kernel for run on
 * the CPU, and matrix products in eight bits are computed in single precision ({@link
 * org.isogloss.runtime.export.DecodedGraph}).
 *
 * @param name {@code cpu}, {@code cuda} or {@code cuda:N}; {@link #of} knows {@code auto}, too
 */
public record InferenceDevice(String name) {
  /** The processor. */
  public static final InferenceDevice CPU = new InferenceDevice("cpu");

  private static final String CUDA = "cuda";
  private static final String AUTO = "auto";
  private static final System.Logger LOG = System.getLogger(InferenceDevice.class.getName());

  /** Number of tokens of a batch that keep a processor busy within its cache. */
  private static final int CPU_BATCH_TOKENS = 512;

  private static final int GPU_BATCH_TOKENS = 1 << 13;

  /** One batch is on the GPU while another one is prepared or read. */
  private static final int GPU_BATCHES = 2;

  public InferenceDevice {
    if (!requireNonNull(name, "name is null").matches("cpu|cuda(:[0-9]{1,3})?")) {
      throw new IllegalArgumentException(
          "device is \"" + name + "\", expected cpu, cuda, cuda:N or auto");
    }
  }

  /**
   * Returns the device with a name. {@code auto} is the first GPU, or the CPU if it cannot be used;
   * the reason is logged once.
   */
  public static InferenceDevice of(String name) {
    return name.equals(AUTO) ? Automatic.DEVICE : new InferenceDevice(name);
  }

  /**
   * Requires that there can be a device with a name.
   *
   * @throws IllegalArgumentException otherwise
   */
  public static void requireName(String name) {
    if (!requireNonNull(name, "name is null").equals(AUTO)) {
      new InferenceDevice(name);
    }
  }

  /** The device that {@code auto} stands for, found on first use. */
  private static final class Automatic {
    static final InferenceDevice DEVICE = find();

    private static InferenceDevice find() {
      InferenceDevice gpu = new InferenceDevice(CUDA);
      try {
        gpu.requireAvailable();
        return gpu;
      } catch (IsoglossException e) {
        LOG.log(System.Logger.Level.WARNING, "models run on the CPU: {0}", e.getMessage());
        return CPU;
      }
    }
  }

  boolean isCpu() {
    return name.equals(CPU.name);
  }

  /** Returns the maximum number of tokens of a batch of several texts. */
  int batchTokens() {
    return isCpu() ? CPU_BATCH_TOKENS : GPU_BATCH_TOKENS;
  }

  /**
   * Returns how many batches run at the same time.
   *
   * @param threads number of threads that a caller allows
   */
  int concurrentBatches(int threads) {
    return isCpu() ? threads : Math.min(threads, GPU_BATCHES);
  }

  /**
   * Requires that the device can be used.
   *
   * @throws IsoglossException if there is no such GPU, or the natives of ONNX Runtime support only
   *     the CPU
   */
  public void requireAvailable() {
    if (isCpu()) {
      return;
    }
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
    OrtEnvironment environment = OnnxRuntimeEnvironment.environment();
    EnumSet<OrtProvider> found = OrtEnvironment.getAvailableProviders();
    if (!found.contains(OrtProvider.CUDA)) {
      throw new IsoglossException(
          "device is "
              + name
              + ", but the natives of ONNX Runtime "
              + environment.getVersion()
              + " on the class path do not support NVIDIA GPUs (they support "
              + found.stream().map(OrtProvider::name).collect(Collectors.joining(", "))
              + "): use com.microsoft.onnxruntime:onnxruntime_gpu:"
              + environment.getVersion()
              + " in place of com.microsoft.onnxruntime:onnxruntime, or compute on cpu");
    }
    int number = name.equals(CUDA) ? 0 : Integer.parseInt(name.substring(CUDA.length() + 1));
    try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(number)) {
      // Otherwise products round their inputs to 10 bits, so that what ought to be equal differs.
      cuda.add("use_tf32", "0");
      options.addCUDA(cuda);
    } catch (OrtException e) {
      throw new IsoglossException(
          "device is "
              + name
              + ", but ONNX Runtime "
              + environment.getVersion()
              + " cannot use it: "
              + e.getMessage().strip()
              + "; it needs an NVIDIA GPU with this number, its driver, and the libraries of CUDA"
              + " where the system finds libraries",
          e);
    }
  }
}
