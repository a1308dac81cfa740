package org.isogloss.neural;

import java.nio.FloatBuffer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Between Java's arrays and tensors. */
public final class Tensors {
  private Tensors() {}

  /** Lets a tensor outlive the scope that it was made in; {@code close} then frees it. */
  public static Tensor keep(Tensor tensor) {
    return tensor.retainReference();
  }

  public static Tensor ids(int[] ids) {
    long[] wide = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      wide[i] = ids[i];
    }
    return Tensor.create(wide);
  }

  /** The elements of a contiguous float tensor, to be read and written in place. */
  public static FloatBuffer elements(Tensor tensor) {
    return tensor.<FloatBuffer>createBuffer();
  }

  /** A copy of the elements of a float tensor, row after row. */
  public static float[] toArray(Tensor tensor) {
    try (Tensor flat = tensor.contiguous()) {
      float[] copy = new float[Math.toIntExact(flat.numel())];
      elements(flat).get(copy);
      return copy;
    }
  }

  public static Scalar scalar(double value) {
    return new Scalar(value);
  }
}
