// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;

/** Settings of libtorch, common to the whole process. */
public final class Torch {
  private Torch() {}

  /**
   * Sets the number of threads. It changes the order of sums, so that a training repeats to the bit
   * only with the same number.
   *
   * @param threads 1 or more; by default the number of processors
   */
  public static void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    torch.set_num_threads(threads);
    // libtorch does not pass the number to its matrix library.
    openblas_nolapack.blas_set_num_threads(threads);
  }

  /**
   * Checks that a device exists.
   *
   * @param device {@code cpu}, {@code cuda}, {@code cuda:N}
   * @throws TrainingException if it does not
   */
  public static void requireDevice(String device) {
    if (device.startsWith("cuda") && !torch.cuda_is_available()) {
      throw new TrainingException(
          "compute.device is "
              + device
              + ", but there is no CUDA device, or the natives on the class path are for the"
              + " CPU only: add libtorch's natives whose classifier ends in -gpu, or set"
              + " compute.device to cpu");
    }
  }

  /** Seeds the generators of every device. */
  public static void setSeed(long seed) {
    torch.manual_seed(seed);
  }

  /**
   * Prepares the device and the random generators of a training.
   *
   * @throws org.isogloss.core.IsoglossException if the device does not exist
   */
  public static void prepare(ComputeOptions compute, long seed) {
    requireDevice(compute.device());
    setSeed(seed);
    if (compute.bf16() && compute.device().equals("cpu")) {
      // In bfloat16, flash attention is slower on a CPU, up to some hundred tokens.
      torch.globalContext().setSDPUseFlash(false);
    }
  }
}
