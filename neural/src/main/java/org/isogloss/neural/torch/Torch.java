package org.isogloss.neural.torch;

import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;

/** Settings of libtorch, the same for all that runs in a process. */
public final class Torch {
  private Torch() {}

  /**
   * Computes with so many threads. Sums are made in another order then, so that a training repeats
   * to the bit only with the same number.
   *
   * @param threads 1 or more; as many as there are processors where nobody says
   */
  public static void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    torch.set_num_threads(threads);
    // libtorch does not tell the library that multiplies its matrices.
    openblas_nolapack.blas_set_num_threads(threads);
  }

  /**
   * Makes sure that a device is there.
   *
   * @param device {@code cpu}, {@code cuda}, {@code cuda:N}
   * @throws TrainingException if it is not
   */
  public static void requireDevice(String device) {
    if (device.startsWith("cuda") && !torch.cuda_is_available()) {
      throw new TrainingException(
          "compute.device is "
              + device
              + ", but there is no CUDA device, or the natives on the class path are for the CPU"
              + " alone: put libtorch's natives whose classifier ends in -gpu there, or say"
              + " --set compute.device=cpu");
    }
  }

  /** Seeds the generators of every device. */
  public static void setSeed(long seed) {
    torch.manual_seed(seed);
  }

  /**
   * Makes ready what a training computes with: its device and the generators of random numbers.
   *
   * @throws org.isogloss.core.IsoglossException if the device is not there
   */
  public static void prepare(ComputeOptions compute, long seed) {
    requireDevice(compute.device());
    setSeed(seed);
    if (compute.bf16() && compute.device().equals("cpu")) {
      // In brain floating point flash attention is slower on a CPU, up to some hundred pieces.
      torch.globalContext().setSDPUseFlash(false);
    }
  }
}
