package org.isogloss.neural;

import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/** Settings of libtorch, the same for all that runs in a process. */
public final class Torch {
  private Torch() {}

  /**
   * Computes with so many threads. Sums are made in another order then, so that a training repeats
   * to the bit only with the same number.
   *
   * @param threads 1 or more; as many as there are processors where nobody says
   */
  public static void threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    torch.set_num_threads(threads);
    // libtorch does not tell the library that multiplies its matrices.
    openblas_nolapack.blas_set_num_threads(threads);
  }
}
