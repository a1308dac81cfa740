// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;

/** Process-wide settings of libtorch. */
public final class Torch {
  private static final String CUDA = "cuda";

  private Torch() {}

  /**
   * Sets the number of threads with which libtorch computes. The order of summation depends on it,
   * so a training is bit-reproducible only with the same number of threads. The default is the
   * number of processors.
   *
   * @param threads number of threads, 1 or more
   */
  public static void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    torch.set_num_threads(threads);
    // libtorch does not pass the number on to OpenBLAS, which multiplies its matrices.
    openblas_nolapack.blas_set_num_threads(threads);
  }

  /**
   * Requires that a device is available.
   *
   * @param device {@code cpu}, {@code cuda} or {@code cuda:N}
   * @throws TrainingException if it is not available
   */
  public static void requireDevice(String device) {
    if (!device.startsWith(CUDA)) {
      return;
    }
    if (!torch.cuda_is_available()) {
      throw new TrainingException(
          "compute.device is "
              + device
              + ", but there is no CUDA device, or the libtorch natives on the class path support"
              + " only the CPU: add the natives whose classifier ends in -gpu, or set"
              + " compute.device to cpu");
    }
    int number = device.equals(CUDA) ? 0 : Integer.parseInt(device.substring(CUDA.length() + 1));
    if (number >= torch.cuda_device_count()) {
      throw new TrainingException(
          "compute.device is "
              + device
              + ", but the devices are numbered from cuda:0 to cuda:"
              + (torch.cuda_device_count() - 1));
    }
  }

  /** Seeds the random number generators of all devices. */
  public static void setSeed(long seed) {
    torch.manual_seed(seed);
  }

  /**
   * Prepares the process for a training: checks its device and seeds the random number generators.
   * Attention on a GPU is left to the kernels of libtorch itself: cuDNN would plan each new shape
   * of a batch first, and batches of texts have many.
   *
   * @throws TrainingException if the device is not available
   */
  public static void prepare(ComputeOptions compute, long seed) {
    requireDevice(compute.device());
    setSeed(seed);
    torch.globalContext().setSDPUseCuDNN(false);
  }
}
